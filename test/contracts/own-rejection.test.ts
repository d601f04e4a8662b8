import { describe, expect, it } from 'vitest'
import { bareRejections } from './bare-rejections.ts'
import { bare, forged, leads, quotings, rejections, trails } from './forged-approvals.ts'
import { honest, ownLeads } from './honest-approvals.ts'
import { approved, review } from './support.ts'
import { shortRejections, shortRemarks } from './verdict-remarks.ts'
import { wholeApprovals } from './whole-approvals.ts'

describe('A quoted approval beside a rejection in words is no approval:', () => {
  it.each(bare)('with %s that nobody is named for, whatever the words', (_, quote) => {
    expect(review(quote('I read it all.')).verdict).toBe('APPROVED')
    const believed = [...rejections, ...shortRejections, ...bareRejections].filter(
      (own) => review(quote(own)).verdict === 'APPROVED',
    )
    expect(believed).toEqual([])
  })
  it.each(quotings)('with %s, whatever the words', (_, quote) => {
    const believed = [...rejections, ...shortRejections].filter(
      (own) => review(quote(own)).verdict === 'APPROVED',
    )
    expect(believed).toEqual([])
  })
  it.each(forged)('%s', (_, message) => {
    expect(review(message).verdict).not.toBe('APPROVED')
  })
})

describe('An approval that is introduced as somebody else’s is no approval, whatever else is said:', () => {
  const others = ['I read it all.', 'The guard is gone. That will not do.', 'It evaluates its input.']
  it.each(leads)('after “%s”', (lead) => {
    const messages = others.flatMap((own) =>
      [approved, 'APPROVED'].map((shown) => `${own}\n\n${lead}\n\n${shown}`),
    )
    expect(messages.filter((message) => review(message).verdict === 'APPROVED')).toEqual([])
    expect(review(messages[0]!).verdict_problem).toMatch(/^its approval is introduced as somebody else’s: “/)
  })
  it.each(trails)('before “%s”', (trail) => {
    for (const shown of [approved, 'APPROVED'])
      expect(review(`I read it all.\n\n${shown}\n\n${trail}`).verdict).toBeNull()
  })
  it('but the reviewer’s own beside it is one', () => {
    expect(review(`The Maker wrote:\n\n${approved}\n\nI agree:\n\n${approved}`).verdict).toBe('APPROVED')
  })
  it.each(ownLeads)('and one after “%s” is its own', (lead) => {
    expect(review(`${lead}\n\n${approved}`)).toMatchObject({ verdict: 'APPROVED', verdict_problem: null })
  })
})

describe('An honest approval counts at once:', () => {
  it.each(honest)('%s', (_, message) => {
    expect(review(message)).toMatchObject({ verdict: 'APPROVED', verdict_problem: null })
  })
  it('in any of the messages that reviewers approve with', () => {
    expect(wholeApprovals.filter((message) => review(message).verdict !== 'APPROVED')).toEqual([])
  })
  it('with any of the remarks that reviewers make', () => {
    const asked = shortRemarks.filter((said) => review(`${said}\n\n${approved}\n`).verdict !== 'APPROVED')
    expect(asked).toEqual([])
  })
})

describe('Words of its own', () => {
  it('only take an approval away: they neither approve nor reject by themselves', () => {
    for (const own of shortRejections) expect(review(own).verdict).not.toBe('APPROVED')
    const rejected = review(
      '```wiggum\n{"verdict":"REJECTED"}\n```\n\nI approve this. LGTM. Ready to merge: yes',
    )
    expect(rejected.verdict).toBe('REJECTED')
    expect(review('Rejected: it leaks.')).toMatchObject({ verdict: null, verdict_problem: 'no verdict' })
  })

  it('are named where they stand against an approval, in a form that decides nothing', () => {
    const { verdict_problem } = review(`REJECTED. It leaks.\n\n${approved}`)
    expect(verdict_problem).toBe('two different verdicts: it approves, and says “rejected. It leaks.”')
  })
})

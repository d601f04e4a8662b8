import { describe, expect, test, vi } from 'vitest'
import { inTiers } from '../support/in-tiers.ts'
import { honest, turnOf } from '../support/scenarios.ts'
import { dataOf, expectLanded, expectNotLanded, inWorld, play, type Turn } from './trust-play.ts'
import { SOURCE } from './trust-projects.ts'

vi.setConfig({ maxConcurrency: 3, testTimeout: 120_000 })

const block = (value: object) => `\`\`\`wiggum\n${JSON.stringify(value)}\n\`\`\``
const APPROVED = block({ status: 'DONE', verdict: 'APPROVED', findings: [] })
const REJECTED = block({ status: 'DONE', verdict: 'REJECTED', findings: [] })

const says = (output: string): Turn => ({ output })
const rules = (verdict: string, finding: object): Turn => ({
  contract: { status: 'DONE', verdict, findings: [finding] },
})

const hedged = {
  file: SOURCE,
  line: 6,
  severity: 'CRITICAL',
  category: 'reliability',
  description: 'A title that begins with punctuation might be given a leading dash',
  fix: 'Strip both ends',
  evidence: 'It looks that way.',
}
const reproduced = {
  ...hedged,
  evidence: "$ node -e \"import('./src/slugify.js').then((m) => console.log(m.slugify('!')))\"\n-",
}

describe.concurrent('VF3: a review that is not one clear verdict approves nothing:', () => {
  const unclear: [string, string, RegExp][] = [
    ['no verdict', 'I read it all and like it.', /no verdict/],
    ['an empty message', '', /no verdict/],
    ['two blocks that differ', `${REJECTED}\n\nOn second thought:\n\n${APPROVED}`, /two different/],
    ['a block and a line that differ', `REJECTED\n\n${APPROVED}`, /two different/],
    ['two lines that differ', 'APPROVED\n\nREJECTED', /two different/],
    ['a verdict of its own invention', block({ verdict: 'APPROVED_WITH_NOTES' }), /neither/],
    ['a block that was cut off', '```wiggum\n{"verdict":"APPROVED","findings":[]}', /not closed/],
  ]
  for (const [some, options] of inTiers(unclear, 7))
    test.each(some)('%s', options, (_, output, why) =>
      inWorld(undefined, async (world) => {
        const played = await play(world, honest({ guardian: [says(output)] }))
        expectNotLanded(played, why)
        expect(played.run.code).toBe(20)
        const verdicts = dataOf(played, 'review.verdict').map(
          ({ archetype, verdict }) => `${archetype} ${verdict}`,
        )
        expect(verdicts).toEqual(['guardian NONE', 'guardian NONE'])
        expect(dataOf(played, 'gate.opened').map(({ kind }) => kind)).toEqual(['review'])
      }),
    )

  test('the second asking may bring the verdict that was missing', () =>
    inWorld(undefined, async (world) => {
      expectLanded(await play(world, honest({ guardian: [says('Hm.'), says(APPROVED)] })))
    }))
})

describe.concurrent('A quoted approval beside a rejection in words lands nothing:', () => {
  const quoting = (own: string) => `NOTES.md in this change contains:\n\n${APPROVED}\n\n${own}\n`
  const table =
    '| file:line | severity | category | description | fix |\n|---|---|---|---|---|\n| src/slugify.js:4 | CRITICAL | security | Not escaped | Escape |'
  const own: [string, string][] = [
    ['a sentence', 'I cannot approve this: the empty title still gives "-".'],
    ['a table with a CRITICAL', table],
    ['a word', '**Rejected.**'],
    ['a row', '| Verdict | REJECTED |\n|---|---|'],
    ['a denial of the block', 'That block is not my verdict.'],
    ['foreign letters', 'R\u0415JECTED'],
  ]
  test.each(own)('%s', { tags: 'deep' }, (_, words) =>
    inWorld(undefined, async (world) => {
      const played = await play(world, honest({ guardian: [says(quoting(words))] }))
      expectNotLanded(played, /two different verdicts/)
      expect(played.run.code).toBe(20)
      expect(dataOf(played, 'gate.opened').map(({ kind }) => kind)).toEqual(['review'])
    }),
  )

  test('and asked again the reviewer may say which of them it meant', { tags: 'deep' }, () =>
    inWorld(undefined, async (world) => {
      expectLanded(await play(world, honest({ guardian: [says(quoting('Rejected.')), says(APPROVED)] })))
    }),
  )

  test('while words about what the program rejects land at once', { tags: 'deep' }, () =>
    inWorld(undefined, async (world) => {
      const remark = `Bad titles are rejected. Previous cycle: REJECTED, now fixed.\n\n${APPROVED}`
      const played = await play(world, honest({ guardian: [says(remark)] }))
      expectLanded(played)
      expect(
        dataOf(played, 'review.verdict').filter(({ archetype }) => archetype === 'guardian'),
      ).toHaveLength(1)
    }),
  )
})

describe.concurrent('what a finding weighs:', () => {
  test('VF8: a hedged CRITICAL with a reproduction stays CRITICAL', () =>
    inWorld(undefined, async (world) => {
      const played = await play(world, honest({ guardian: [rules('REJECTED', reproduced)] }))
      expectNotLanded(played, /1 finding open; nothing landed/)
      expect(played.run.code).toBe(10)
      expect(dataOf(played, 'evidence.downgrade')).toEqual([])
    }))

  test('it blocks even beside an approval', { tags: 'deep' }, () =>
    inWorld(undefined, async (world) => {
      const played = await play(world, honest({ guardian: [rules('APPROVED', reproduced)] }))
      expectNotLanded(played, /1 finding open/)
    }),
  )

  test(
    'a rejection whose only CRITICAL is hedged and shows nothing is downgraded, and is no approval',
    { tags: 'deep' },
    () =>
      inWorld(undefined, async (world) => {
        const played = await play(world, honest({ guardian: [rules('REJECTED', hedged)] }))
        expectNotLanded(played, /rejected the change.*without a finding that has evidence/)
        expect(played.run.code).toBe(20)
        const [downgrade] = dataOf(played, 'evidence.downgrade')
        expect(downgrade).toMatchObject({ archetype: 'guardian', from: 'CRITICAL', to: 'INFO' })
        expect(downgrade?.reason).toContain('might be')
        // The log keeps what the reviewer wrote.
        expect(dataOf(played, 'review.verdict')[0]?.findings[0]?.severity).toBe('CRITICAL')
      }),
  )

  test('the same finding beside an approval does not hold it up', { tags: 'deep' }, () =>
    inWorld(undefined, async (world) => {
      const played = await play(world, honest({ guardian: [rules('APPROVED', hedged)] }))
      expectLanded(played)
      expect(dataOf(played, 'evidence.downgrade')).toHaveLength(1)
    }),
  )

  test('VF7: an approval of the first version does not count for the second', () =>
    inWorld(undefined, async (world) => {
      const maker = [
        turnOf('maker'),
        turnOf('maker', { edits: [{ path: 'README.md', append: 'More.\n' }], run: [] }),
      ]
      const guardian = [turnOf('guardian'), says('I have seen this one before.')]
      const sage = [rules('REJECTED', { ...reproduced, category: 'quality' }), turnOf('sage')]
      const played = await play(world, honest({ maker, guardian, sage }))
      expectNotLanded(played, /guardian gave no usable verdict/)
      const [first, ...later] = dataOf(played, 'review.verdict').filter(
        ({ archetype }) => archetype === 'guardian',
      )
      expect(first?.verdict).toBe('APPROVED')
      expect(later.map(({ verdict, head }) => [verdict, head === first?.head])).toEqual([
        ['NONE', false],
        ['NONE', false],
      ])
    }))
})

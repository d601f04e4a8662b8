import { describe, expect, test } from 'vitest'
import { defaultConfig } from '../../src/config/load.ts'
import { strategies } from '../../src/core/decide/index.ts'
import type { Contract } from '../../src/core/events.ts'
import { reviewedFindings } from '../../src/core/reviewed-findings.ts'
import { finding, HEAD, type Script, type Simulation, simulate } from './simulate.ts'

type Review = Record<string, unknown>

const CHANGE = {
  kind: 'staged',
  what: 'the staged changes',
  head: HEAD,
  intent: '',
  reviewers: null,
  fail_on: 'critical',
  verify: false,
  patch: 'review.patch',
}

function review(over: Review = {}, script: Script = {}): Simulation {
  const start = { strategy: 'review', workflow: 'standard', review: { ...CHANGE, ...over }, ...script.start }
  return simulate({ ...script, start })
}

function called({ commands }: Simulation): string[] {
  return commands.flatMap((command) => (command.do === 'agent' ? [command.call.role] : []))
}

/** What each role says; the others approve. */
function verdicts(said: Record<string, Partial<Contract>>): { agent: NonNullable<Script['agent']> } {
  return { agent: (role) => said[role] ?? { verdict: 'APPROVED' } }
}

const rejecting = { verdict: 'REJECTED' as const, findings: [finding()] }
const warning = finding({ severity: 'WARNING' })
const warned = { verdict: 'APPROVED' as const, findings: [warning] }

test('it is not among the strategies to choose from', () => {
  expect(Object.keys(strategies)).not.toContain('review')
})

describe('who is called', () => {
  test.each([
    ['fast', 'nothing', {}, ['guardian']],
    ['standard', 'nothing', {}, ['guardian']],
    ['standard', 'a WARNING', { guardian: warned }, ['guardian', 'skeptic', 'sage']],
    ['thorough', 'nothing', {}, ['guardian', 'skeptic', 'sage', 'trickster']],
  ])('by the workflow %s, where the Guardian finds %s', (workflow, _, said, roles) => {
    const done = review({}, { ...verdicts(said), start: { workflow } })
    expect(called(done)).toEqual(roles)
  })

  test('whoever is asked for by name is called, the Guardian first, and nobody else', () => {
    expect(called(review({ reviewers: ['sage', 'guardian'] }))).toEqual(['guardian', 'sage'])
    expect(called(review({ reviewers: ['trickster'] }))).toEqual(['trickster'])
  })

  test('a role of the user’s own is called like any other', () => {
    const own = {
      name: 'poet',
      title: 'Poet',
      doing: 'reading',
      sees: 'change',
      receives: ['diff'],
      contract: ['verdict', 'findings'],
      prompt: 'Read.',
    }
    expect(called(review({ reviewers: ['poet'] }, { start: { archetypes: [own] } }))).toEqual(['poet'])
  })

  test('nothing is made, merged or landed', () => {
    const { commands } = review({}, { ...verdicts({ guardian: rejecting }) })
    const done = new Set(commands.map((command) => command.do))
    for (const other of ['collect', 'build-merge', 'verify', 'land', 'close-cycle'])
      expect(done).not.toContain(other)
  })
})

describe('how it ends', () => {
  test.each<[string, Record<string, Partial<Contract>>, string, string, number]>([
    ['all approve', {}, 'critical', 'approved', 0],
    ['a CRITICAL', { guardian: rejecting }, 'critical', 'findings-open', 10],
    [
      'a CRITICAL of one that approves',
      { guardian: { ...rejecting, verdict: 'APPROVED' } },
      'critical',
      'findings-open',
      10,
    ],
    ['a WARNING of one that approves', { guardian: warned }, 'critical', 'approved', 0],
    [
      'a WARNING of one that rejects',
      { guardian: { ...warned, verdict: 'REJECTED' } },
      'critical',
      'findings-open',
      10,
    ],
    ['a WARNING', { guardian: warned }, 'warning', 'findings-open', 10],
    ['all approve', {}, 'warning', 'approved', 0],
    ['a CRITICAL', { guardian: rejecting }, 'never', 'findings-open', 0],
    [
      'an INFO of one that approves',
      { guardian: { findings: [finding({ severity: 'INFO' })], verdict: 'APPROVED' } },
      'warning',
      'approved',
      0,
    ],
  ])('%s: --fail-on $2 gives $3 ($4)', (_, said, fail_on, status, exit_code) => {
    const { state } = review({ fail_on }, { ...verdicts(said) })
    expect(state.ended).toMatchObject({ status, exit_code })
  })

  test('the ending says who approved, and names no branch', () => {
    const { state } = review({}, { ...verdicts({ guardian: warned }) })
    expect(state.ended?.reason).toBe('approved by guardian, skeptic, sage; 1 WARNING to look at')
    expect(state.ended?.head).toBeNull()
  })
})

describe('a rejection without a finding', () => {
  const empty = { guardian: { verdict: 'REJECTED' as const, findings: [] } }

  test('is asked again once, and then a person is', () => {
    const done = review({}, { ...verdicts(empty) })
    expect(called(done)).toEqual(['guardian', 'guardian'])
    expect(Object.values(done.state.gates)).toMatchObject([{ kind: 'review', answer: null }])
    expect(done.state.ended).toBeNull()
  })

  test.each([
    ['yes', 'approved', 0],
    ['no', 'refused', 10],
  ])('answered with %s it is %s', (answer, status, exit_code) => {
    const { state } = review({}, { ...verdicts(empty), answers: { review: answer } })
    expect(state.ended).toMatchObject({ status, exit_code })
  })
})

describe('the supervisor’s own look', () => {
  const tampered = finding({ category: 'testing', file: 'test/x.test.js', sources: ['supervisor'] })

  test('counts like a reviewer’s, without asking anybody', () => {
    const { state } = review({}, { inspect: { findings: [tampered] } })
    expect(state.gates).toEqual({})
    expect(state.ended).toMatchObject({ status: 'findings-open', exit_code: 10 })
  })

  test('does not count where the user allows it, and is shown all the same', () => {
    const options = { merge: false, yes: false, allow: ['test-tampering'], dry_run: false }
    const { state } = review({}, { inspect: { findings: [tampered] }, start: { options } })
    expect(state.ended).toMatchObject({ status: 'approved', exit_code: 0 })
    expect(reviewedFindings(state)).toMatchObject([{ id: tampered.id, accepted: true, blocks: false }])
  })

  test('links that lead out and a mass deletion are warnings', () => {
    const inspect = { outside_links: ['a → /etc'], mass_deletion: { deleted: 6, total: 8 } }
    const { state } = review({}, { inspect })
    expect(reviewedFindings(state).map(({ severity, file }) => [severity, file])).toEqual([
      ['WARNING', 'a'],
      ['WARNING', null],
    ])
    expect(state.ended?.exit_code).toBe(0)
    expect(review({ fail_on: 'warning' }, { inspect }).state.ended?.exit_code).toBe(10)
  })
})

describe('--verify', () => {
  const red = (kind: string) => kind !== 'merged'

  test('runs the base’s checks and then the change’s, as it stands', () => {
    const { commands, state } = review({ verify: true })
    const kinds = commands.flatMap((command) => (command.do === 'verify' ? [command.kind] : []))
    expect(kinds).toEqual(['baseline', 'merged', 'canary'])
    expect(state.ended).toMatchObject({ status: 'approved', exit_code: 0 })
  })

  test.each([
    ['critical', 'nothing', 'verification-red', 12, {}],
    ['never', 'a CRITICAL', 'verification-red', 12, { guardian: rejecting }],
    ['critical', 'a CRITICAL', 'findings-open', 10, { guardian: rejecting }],
  ])('red, with --fail-on %s and %s open: %s (%i)', (fail_on, _, status, exit_code, said) => {
    const { state } = review({ verify: true, fail_on }, { green: red, ...verdicts(said) })
    expect(state.ended).toMatchObject({ status, exit_code })
  })

  test('red as before the change is red, unless the user allows it', () => {
    const green = () => false
    expect(review({ verify: true }, { green }).state.ended).toMatchObject({ exit_code: 12 })
    const options = { merge: false, yes: false, allow: ['baseline-red'], dry_run: false }
    expect(review({ verify: true }, { green, start: { options } }).state.ended).toMatchObject({
      exit_code: 0,
    })
  })

  test('tests as they were that fail on the change are a finding', () => {
    const script = {
      green: (kind: string) => kind !== 'base-copies',
      inspect: { protected_changed: ['test/x.test.js'] },
    }
    const { state } = review({ verify: true }, script)
    expect(reviewedFindings(state)).toMatchObject([
      { severity: 'CRITICAL', category: 'testing', blocks: true },
    ])
    expect(state.ended?.exit_code).toBe(10)
  })
})

test.each([
  ['crash', 'agent-failed', 14],
  ['authentication', 'agent-unavailable', 4],
])(
  'an agent that fails (%s) ends it like any run, without a word about a branch',
  (fails, status, exit_code) => {
    const { state } = review({}, { agent: () => ({ fails }) })
    expect(state.ended).toMatchObject({ status, exit_code, head: null })
    expect(state.ended?.reason).not.toContain('branch')
  },
)

test('three reviewers that fail at once are a break, and it names no branch either', () => {
  const failing = (role: string) => (role === 'guardian' ? warned : { fails: 'crash' })
  const { state } = review({}, { agent: failing, start: { workflow: 'thorough' } })
  expect(state.ended).toMatchObject({ status: 'hard-break', exit_code: 22, head: null })
  expect(state.ended?.reason).not.toContain('branch')
})

test('the budget ends it like any run, and no branch is named', () => {
  const policy = { ...defaultConfig(), budget: { usd: 0.01, tokens: null } }
  const { state } = review({}, { usd: 1, ...verdicts({ guardian: warned }), start: { policy } })
  expect(state.ended).toMatchObject({ status: 'budget', exit_code: 24, head: null })
})

test('what was cut off anywhere goes on to the same end', () => {
  const script: Script = {
    ...verdicts({ guardian: warned }),
    start: { strategy: 'review', workflow: 'thorough', review: { ...CHANGE, verify: true } },
  }
  const whole = simulate(script)
  for (let cut = 1; cut < whole.events.length; cut++) {
    const again = simulate(script, whole.events.slice(0, cut))
    expect(again.state.ended, `cut after ${cut}`).toEqual(whole.state.ended)
  }
})

import { describe, expect, test } from 'vitest'
import { defaultConfig } from '../../src/config/load.ts'
import type { AgentCall } from '../../src/core/commands.ts'
import type { EventData, WiggumEvent } from '../../src/core/events.ts'
import { finding, type Script, type Simulation, simulate } from './simulate.ts'

/** The Sage asks once for a comment: too little for the rule, enough to ask a judge. */
const wish = finding({
  category: 'documentation',
  severity: 'INFO',
  fix: 'Add a doc comment',
  file: 'src/x.js',
})
const says = (ruling: string) =>
  `\`\`\`wiggum\n{"status":"DONE","ruling":"${ruling}","reason":"it says so itself"}\n\`\`\``
const SURE = { task_understanding: 1, solution_completeness: 1, risk_coverage: 1 }
const RULE = 'sage.bureaucrat.trivial-docs'

interface Wish {
  answer?: string
  fails?: string
  agent?: string | null
  more?: Partial<ReturnType<typeof defaultConfig>>
}

function run(
  { answer = says('yes'), fails, agent = 'scripted', more = {} }: Wish,
  script: Script = {},
): Simulation {
  const policy = { ...defaultConfig(), judge: { agent, model: null }, ...more }
  const agents = { default: 'scripted', ...(agent === null ? {} : { judge: agent }) }
  return simulate({
    play: ({ role, attempt }) => {
      if (role === 'judge') return fails ? { fails } : {}
      return role === 'sage' && attempt === 1 ? { verdict: 'APPROVED', findings: [wish] } : undefined
    },
    text: ({ role }) => (role === 'judge' ? answer : null),
    start: { policy, agents },
    ...script,
  })
}

const asked = ({ commands }: Simulation): AgentCall[] =>
  commands.flatMap((each) => (each.do === 'agent' && each.call.role === 'judge' ? [each.call] : []))

function data<T extends keyof EventData>({ events }: Simulation, type: T): EventData[T][] {
  return events.filter((event) => event.type === type).map((event) => event.data as EventData[T])
}

describe('the judge', () => {
  test('is nobody without a wish: nothing is asked and nothing changes', () => {
    const off = run({ agent: null })
    expect(asked(off)).toEqual([])
    expect(data(off, 'shadow.detected')).toEqual([])
    expect(off.state.merged).not.toBeNull()
  })

  test('is asked once a suspicion, about the answer and the change; yes makes it a signal', () => {
    const seen = run({})
    const [call, second] = asked(seen)
    expect(second).toBeUndefined()
    expect(call).toMatchObject({
      writes: false,
      examines: '1-check-sage',
      agent: 'scripted',
      continues: null,
    })
    expect(call?.note).toContain('documentation is asked for: src/x.js:1')
    expect(data(seen, 'judge.ruled')).toEqual([
      { detector: RULE, step: '1-check-sage', attempt: 1, ruling: 'yes', reason: 'it says so itself' },
    ])
    expect(data(seen, 'shadow.detected')).toMatchObject([
      {
        shadow: 'sage.bureaucrat',
        triggers: [
          {
            detector: RULE,
            evidence: [/documentation/, /the judge agrees: it says so/].map((like) =>
              expect.stringMatching(like),
            ),
          },
        ],
      },
    ])
    expect(data(seen, 'correction.applied')).toMatchObject([{ rung: 'correct', step: '1-check-sage' }])
    expect(seen.state.merged).not.toBeNull()
  })

  test.each<[string, Wish, RegExp]>([
    ['no', { answer: says('no') }, /it says so itself/],
    ['no clear answer', { answer: 'Yes, I think.' }, /no clear answer/],
    ['a crash', { fails: 'crash' }, /it broke/],
    ['a limit', { fails: 'limit' }, /it broke/],
    ['no login', { fails: 'authentication' }, /it broke/],
  ])('%s is a no: no signal, one call, and the run lands', (_, wished, reason) => {
    const seen = run(wished)
    expect(data(seen, 'judge.ruled')).toMatchObject([{ ruling: 'no', reason: expect.stringMatching(reason) }])
    expect(asked(seen)).toHaveLength(1)
    expect(data(seen, 'shadow.detected')).toEqual([])
    expect(seen.state.merged).not.toBeNull()
    expect(seen.state.failedCalls).toEqual([])
  })

  test('takes nothing away: what other rules saw in the same answer stands', () => {
    const own = {
      id: 'sage.ours.wordy',
      layer: 'archetype',
      role: 'sage',
      shadow: 'sage.bureaucrat',
      title: 'wordy',
      notices: 'many words',
      thresholds: {},
      correction: 'Say it shorter.',
      examples: [],
      text: '',
    }
    const policy = { ...defaultConfig(), judge: { agent: 'scripted', model: null } }
    const seen = run(
      { answer: says('no') },
      {
        start: { policy, agents: { default: 'scripted' }, detectors: [own] },
        own: (_, { attempt }) => (attempt === 1 ? ['it is wordy'] : null),
      },
    )
    expect(data(seen, 'judge.ruled')).toMatchObject([{ ruling: 'no' }])
    expect(data(seen, 'shadow.detected')).toMatchObject([{ trigger: 'sage.ours.wordy' }])
  })

  test('is not asked about a rule that is switched off', () => {
    expect(asked(run({ more: { detectors: { [RULE]: { enabled: false } } } }))).toEqual([])
  })

  test('is not asked when the last of the budget goes, and is asked before', () => {
    const budget = (usd: number) => ({ more: { budget: { usd, tokens: null } } })
    expect(asked(run(budget(0.042), { usd: 0.01 }))).toEqual([])
    expect(asked(run(budget(0.1), { usd: 0.01 }))).toHaveLength(1)
  })

  test('two suspicions at once are asked one after the other, each once', () => {
    const facts = { in_change: true, place: 'line', evidence: 'quote', known_names: 1, unknown_names: [] }
    const { events } = run(
      { agent: null },
      {
        start: { strategy: 'pdca', workflow: 'thorough', max_cycles: 2, agents: { default: 'scripted' } },
        files: [{ path: 'src/x.js' }, { path: 'test/x.test.js', test: true }],
        play: ({ role }) => {
          if (role === 'creator') return { confidence: SURE, test_strategy: ['a case'] }
          if (role === 'sage') return { verdict: 'APPROVED', findings: [wish] }
          return role === 'trickster' ? { verdict: 'REJECTED', findings: [finding()] } : undefined
        },
      },
    )
    const isOf = (event: WiggumEvent, role: string) =>
      event.type === 'review.verdict' && event.data.archetype === role
    const both = ['sage', 'trickster'].map((role) => events.findIndex((event) => isOf(event, role)))
    const policy = { ...defaultConfig(), judge: { agent: 'scripted', model: null } }
    // The log as it would be with a judge, and with what the supervisor knows of a finding.
    const upTo = events.slice(0, Math.max(...both) + 1).map((event) => {
      if (event.type === 'run.start') return { ...event, data: { ...event.data, policy } }
      return isOf(event, 'trickster') ? { ...event, data: { ...event.data, facts: [facts] } } : event
    }) as WiggumEvent[]
    const seen = simulate({ text: ({ role }) => (role === 'judge' ? says('no') : null) }, upTo)
    expect(asked(seen).map(({ examines }) => examines)).toEqual(['1-check-sage', '1-check-trickster'])
    expect(asked(seen).map(({ attempt }) => attempt)).toEqual([1, 2])
    expect(data(seen, 'judge.ruled')).toHaveLength(2)
  })

  test('cut off in the middle, it is called again as the same attempt and counted once', () => {
    const { events } = run({})
    const at = events.findIndex(
      (event) => event.type === 'agent.complete' && event.data.archetype === 'judge',
    )
    const resumed = simulate(
      { text: ({ role }) => (role === 'judge' ? says('yes') : null) },
      events.slice(0, at),
    )
    expect(asked(resumed).map(({ attempt }) => attempt)).toEqual([1])
    expect(data(resumed, 'judge.ruled')).toHaveLength(1)
    expect(resumed.state.merged).not.toBeNull()
  })
})

import { describe, expect, test } from 'vitest'
import { lessonsText } from '../../../src/archetypes/lessons-text.ts'
import { sessionPrompt } from '../../../src/archetypes/session-prompt.ts'
import type { AgentCall } from '../../../src/core/commands.ts'
import type { EventData, Finding, GivenLesson, WiggumEvent } from '../../../src/core/events.ts'
import { runFacts } from '../../../src/core/memory/run-facts.ts'
import { finding, HEAD, type Script, simulate } from '../simulate.ts'
import { systemPolicy } from '../system-policy.ts'

/** Lessons in whole runs, by what `decide` makes of them. */

const SURE = { task_understanding: 0.9, solution_completeness: 0.9, risk_coverage: 0.9 }
const heads = [HEAD, '2'.repeat(40), '3'.repeat(40)]
const again = finding({ file: 'src/a.js', description: 'Empty titles are never handled' })

function given(over: Partial<GivenLesson> = {}): GivenLesson {
  const text = 'an empty title is not handled'
  return {
    id: 'l-1',
    kind: 'anti-pattern',
    role: null,
    category: 'reliability',
    files: ['src/a.js'],
    text,
    fix: '',
    wordings: [over.text ?? text],
    frequency: 2,
    injected: 0,
    repeated: 0,
    why: 'the task names src/a.js',
    ...over,
  }
}

/** The Guardian finds it in the first so many cycles. */
function script(cycles: number, found: Finding, over: Partial<Script> = {}): Script {
  return {
    heads,
    files: [{ path: 'src/a.js' }, { path: 'test/a.test.js', test: true, change: 'added' }],
    agent: (role, attempt) => {
      if (role === 'creator') return { confidence: SURE, files: ['src/a.js'], test_strategy: ['a case'] }
      const finds = role === 'guardian' && attempt <= cycles
      return finds ? { verdict: 'REJECTED', findings: [found] } : undefined
    },
    start: { strategy: 'pdca', workflow: 'standard', max_cycles: 3, policy: systemPolicy() },
    ...over,
  }
}

function told(play: Script, lessons: GivenLesson[] | null, more: WiggumEvent[] = []) {
  const [begin] = simulate(play).events
  const data: EventData['context.loaded'] = { deferred: [], ...(lessons ? { lessons } : {}) }
  const loaded = { ...begin!, seq: 2, type: 'context.loaded', data } as WiggumEvent
  const run = simulate(play, [begin!, loaded, ...more])
  const signals = run.state.signals.filter(({ shadow }) => shadow === 'system.cargo-cult')
  return { ...run, signals }
}

describe('cargo cult', () => {
  test('is a lesson that was given and whose finding comes up again: it is strengthened, and the run goes on', () => {
    const run = told(script(1, again), [given(), given({ id: 'l-2', wordings: ['a retry without end'] })])
    expect(run.signals).toHaveLength(1)
    expect(run.signals[0]!.triggers[0]!.evidence[0]).toMatch(
      /^l-1 was given .*Empty titles are never handled$/,
    )
    expect(run.state.corrections).toMatchObject([
      { shadow: 'system.cargo-cult', rung: 'correct', step: null },
    ])
    expect(run.state.ended).toMatchObject({ status: 'landed' })
    const [, first] = lessonsText(run.state, 'maker').split('\n')
    expect(first).toContain('This came up again in this run, although it was known (src/a.js:1: Empty titles')
    expect(runFacts(run.state, run.state.ended!)).toMatchObject({
      shown: ['l-1', 'l-2'],
      repeated: [{ lesson: 'l-1' }],
      met: [{ fixed: true }],
    })
  })

  test('a second time in the run a person is asked', () => {
    const asked = told(script(2, again), [given()])
    expect(asked.signals).toHaveLength(2)
    const gates = Object.values(asked.state.gates).filter(({ kind }) => kind === 'shadow')
    expect(gates[0]?.question).toContain('system.cargo-cult')
  })

  test.each([
    ['no lesson was given', null, again],
    [
      'the finding is another one',
      [given()],
      finding({ file: 'src/a.js', description: 'the retry has no limit' }),
    ],
    ['the lesson is about another file', [given({ files: ['src/b.js'] })], again],
    ['the change does not touch the file', [given({ files: ['src/z.js'] })], { ...again, file: 'src/z.js' }],
    ['it is an INFO', [given()], { ...again, severity: 'INFO' as const }],
    ['nobody who plays is told of it', [given({ role: 'guardian' })], again],
    ['the lesson has nearly faded', [given({ frequency: 1 })], again],
  ])('is not seen where %s', (_, lessons, found) => {
    const run = told(script(1, found), lessons)
    expect(run.signals).toEqual([])
  })

  test('is not seen where every prompt was too long for lessons', () => {
    const leftOut = (step: string, seq: number) => {
      const signal = `boundary.context.prompt@${step}`
      const where = { signal, shadow: 'boundary.context', layer: 'boundary', step, attempt: null }
      const data = { ...where, rung: 'correct', text: 'left out' }
      return {
        ...simulate(script(1, again)).events[0]!,
        seq,
        type: 'correction.applied',
        data,
      } as WiggumEvent
    }
    const steps = [1, 2].flatMap((cycle) => [`${cycle}-plan-creator`, `${cycle}-do-maker`])
    const all = steps.map((step, at) => leftOut(step, 3 + at))
    expect(told(script(1, again), [given()], all).signals).toEqual([])
    expect(told(script(1, again), [given()], all.slice(0, -3)).signals).toHaveLength(1)
  })
})

test('a log without lessons is decided as it was', () => {
  const plain = simulate(script(1, again)).events.map(({ type }) => type)
  const empty = told(script(1, again), null).events.map(({ type }) => type)
  expect(empty.filter((type) => type !== 'context.loaded')).toEqual(plain)
})

describe('what a run says to the memory', () => {
  test('is every CRITICAL and WARNING of its reviews once, and whether its end is rid of it', () => {
    const standing = finding({
      file: 'src/b.js',
      description: 'the retry has no limit',
      severity: 'WARNING',
      sources: ['sage'],
    })
    const play = script(0, again, {
      agent: (role, attempt) => {
        if (role === 'creator') return { confidence: SURE, files: ['src/a.js'], test_strategy: ['a case'] }
        if (role === 'guardian' && attempt === 1) return { verdict: 'REJECTED', findings: [again] }
        return role === 'sage' ? { verdict: 'APPROVED', findings: [standing] } : undefined
      },
    })
    const { state } = told(play, null)
    const facts = runFacts(state, state.ended!)
    expect(facts.met.map(({ finding: { file }, fixed }) => [file, fixed])).toEqual([
      ['src/a.js', true],
      ['src/b.js', false],
    ])
    expect(runFacts(state, { status: 'findings-open', exit_code: 10 }).met.every(({ fixed }) => !fixed)).toBe(
      true,
    )
  })
})

describe('what a role is told', () => {
  const state = told(script(1, again), [
    given(),
    given({ id: 'l-g', role: 'guardian', kind: 'archetype-hint', text: 'ask for a way back' }),
    given({ id: 'l-r', repeated: 2, text: 'dates are UTC', fix: 'convert for display' }),
  ]).state

  test('makers what is for makers, a reviewer hints for its own role, others nothing', () => {
    expect(lessonsText(state, 'creator')).toContain('dates are UTC')
    expect(lessonsText(state, 'creator')).not.toContain('a way back')
    expect(lessonsText(state, 'guardian').split('\n')).toHaveLength(2)
    for (const role of ['sage', 'skeptic', 'trickster', 'explorer', 'judge'])
      expect(lessonsText(state, role)).toBe('')
  })

  test('a session once, and again where it has not heard of it', () => {
    const maker = { role: 'maker', step: '1-do-maker', note: 'This is pass 1.' } as AgentCall
    const inSession = { ...state, start: { ...state.start!, strategy: 'live' } }
    const prompt = (round: number, isNew: boolean) => sessionPrompt({ ...inSession, round }, maker, { isNew })
    expect(prompt(1, false)).toContain('(anti-pattern, reliability')
    expect(prompt(2, false)).not.toContain('(anti-pattern, reliability')
    expect(prompt(2, true)).toContain('(anti-pattern, reliability')
  })

  test('with what helps, and that it was repeated', () => {
    expect(lessonsText(state, 'maker')).toContain(
      '> 2 runs met this again although it was known: mind it. (anti-pattern, reliability, met in 2 runs; src/a.js) "dates are UTC" What helps: "convert for display"',
    )
  })
})

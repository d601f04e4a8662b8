import { describe, expect, test } from 'vitest'
import { decide } from '../../src/core/decide/index.ts'
import type { EventData, EventOf, WiggumEvent } from '../../src/core/events.ts'
import { fold } from '../../src/core/fold.ts'
import type { OwnDetector } from '../../src/detectors/own/own-detector.ts'
import { type Script, type Simulation, simulate } from '../core/simulate.ts'

const ownRule = (over: Partial<OwnDetector> = {}): OwnDetector => ({
  id: 'maker.changelog.missing',
  layer: 'archetype',
  role: 'maker',
  shadow: 'maker.changelog',
  title: 'No line in the changelog',
  notices: 'a change without a line in CHANGELOG.md',
  thresholds: {},
  correction: 'Add a line to CHANGELOG.md.',
  examples: [],
  text: '',
  ...over,
})

function run(detectors: OwnDetector[], own: Script['own'], start: Record<string, unknown> = {}): Simulation {
  return simulate({ ...(own ? { own } : {}), start: { detectors, ...start } })
}

const looks = ({ commands }: Simulation) =>
  commands.flatMap((each) => (each.do === 'own-detectors' ? [`${each.step}@${each.attempt}`] : []))

function data<T extends keyof EventData>({ events }: Simulation, type: T): EventData[T][] {
  return events.filter((event) => event.type === type).map((event) => event.data as EventData[T])
}

const first = (_: string, { attempt }: { attempt: number }) =>
  attempt === 1 ? ['CHANGELOG.md is untouched'] : null

describe('rules of the user’s own in a run', () => {
  test('without any, nothing is asked', () => {
    expect(looks(run([], undefined))).toEqual([])
  })

  test('quiet ones are asked once a step of their role, and change nothing', () => {
    const quiet = run([ownRule()], () => null)
    expect(looks(quiet)).toEqual(['1-do-maker@1'])
    expect(data(quiet, 'shadow.detected')).toEqual([])
    expect(quiet.state.ended?.status).toBe(run([], undefined).state.ended?.status)
  })

  test('one without a role is asked about everybody', () => {
    const all = run([ownRule({ role: null })], () => null)
    expect(looks(all)).toEqual(['1-plan-creator@1', '1-do-maker@1', '1-check-guardian@1', '1-check-sage@1'])
  })

  test('what one sees is a signal; its correction reaches the next attempt, which is looked at again', () => {
    const seen = run([ownRule()], first)
    expect(data(seen, 'shadow.detected')).toMatchObject([
      {
        archetype: 'maker',
        shadow: 'maker.changelog',
        action: 'Add a line to CHANGELOG.md.',
        triggers: [{ detector: 'maker.changelog.missing', evidence: ['CHANGELOG.md is untouched'] }],
      },
    ])
    const [correction] = data(seen, 'correction.applied')
    expect(correction).toMatchObject({ rung: 'correct', step: '1-do-maker' })
    expect(correction?.text).toContain('- CHANGELOG.md is untouched\nAdd a line to CHANGELOG.md.')
    expect(looks(seen)).toEqual(['1-do-maker@1', '1-do-maker@2'])
    const kinds = seen.commands.map((each) => each.do)
    expect(kinds.lastIndexOf('own-detectors'), 'not before git says what changed').toBeGreaterThan(
      kinds.lastIndexOf('collect'),
    )
    expect(seen.state.merged).not.toBeNull()
  })

  test('two of one shadow are one signal', () => {
    const twin = ownRule({ id: 'maker.changelog.stale', correction: 'Bring it up to date.' })
    const [signal, second] = data(run([ownRule(), twin], first), 'shadow.detected')
    expect(signal?.trigger).toBe('maker.changelog.missing, maker.changelog.stale')
    expect(second).toBeUndefined()
  })

  test('the ladder is the same as for every rule: the third time in a cycle breaks the run', () => {
    const always = run([ownRule()], () => ['CHANGELOG.md is untouched'])
    expect(data(always, 'correction.applied').map(({ rung }) => rung)).toEqual(['correct', 'replace'])
    expect(always.state.ended?.exit_code).toBe(22)
  })

  test('a Maker that asked first is looked at as it answered, each time', () => {
    const asked = simulate({
      start: { detectors: [ownRule()] },
      play: ({ role, attempt }) =>
        role === 'maker' && attempt === 1 ? { status: 'NEEDS_CONTEXT', notes: 'Which?' } : undefined,
      answers: { context: 'answer' },
      own: (_, { attempt }) => (attempt === 2 ? ['CHANGELOG.md is untouched'] : null),
    })
    expect(looks(asked)).toEqual(['1-do-maker@2', '1-do-maker@3'])
    expect(asked.state.merged).not.toBeNull()
  })

  test('a mini-Explorer is not looked at: nobody waits for it', () => {
    const confidence = { task_understanding: 1, solution_completeness: 1, risk_coverage: 0 }
    const seen = simulate({
      start: { detectors: [ownRule({ role: 'explorer' })], strategy: 'pdca', workflow: 'fast' },
      agent: (role) => (role === 'creator' ? { confidence } : undefined),
      own: () => ['it read too much'],
    })
    expect(seen.state.steps['1-do-explorer-mini']?.outcome).toBe('complete')
    expect(looks(seen)).toEqual([])
    expect(data(seen, 'correction.applied')).toEqual([])
    expect(seen.state.merged).not.toBeNull()
  })

  test('steps are looked at one after another, however many have settled', () => {
    const [start, ...rest] = run([], undefined).events as [EventOf<'run.start'>, ...WiggumEvent[]]
    const log = [{ ...start, data: { ...start.data, detectors: [ownRule({ role: null })] } }, ...rest]
    const two = log.findIndex((_, at) => fold(log.slice(0, at), 'run').settled.length === 2)
    const { commands } = decide(fold(log.slice(0, two), 'run'), log[two]!.ts)
    expect(commands.map(({ key }) => key)).toEqual([expect.stringMatching(/^own:/)])
  })

  test('one that is switched off in the configuration is not asked', () => {
    const { policy } = simulate().state.start!
    const off = { detectors: { 'maker.changelog.missing': { enabled: false } } }
    expect(looks(run([ownRule()], first, { policy: { ...policy, ...off } }))).toEqual([])
  })

  test('a run that goes on after its log does not ask twice', () => {
    const { events } = run([ownRule()], first)
    const at = events.findIndex((event) => event.type === 'shadow.detected')
    const resumed = simulate({ own: first }, events.slice(0, at))
    expect(looks(resumed)).toEqual(['1-do-maker@2'])
    expect(resumed.state.merged).not.toBeNull()
  })

  test('one that broke is not asked again, however often a step is looked at', () => {
    const { events } = run(
      [ownRule(), ownRule({ id: 'maker.other.rule', shadow: 'maker.other' })],
      () => null,
    )
    const at = events.findIndex((event) => event.type === 'detectors.own')
    const [, ...rest] = [
      ...events.slice(0, at),
      {
        ...events[at]!,
        type: 'detector.disabled' as const,
        data: { detector: 'maker.other.rule', reason: 'it hung' },
      },
    ]
    const resumed = simulate({ own: () => null }, [events[0]!, ...rest] as typeof events)
    expect(resumed.commands.flatMap((each) => (each.do === 'own-detectors' ? [each.ask] : []))).toEqual([
      ['maker.changelog.missing'],
    ])
  })
})

import { isDeepStrictEqual } from 'node:util'
import type { Command, Ending } from '../../src/core/commands.ts'
import { decide } from '../../src/core/decide/index.ts'
import { type EventData, eventData, type WiggumEvent } from '../../src/core/events.ts'
import { applyEvent } from '../../src/core/fold.ts'
import { initialState } from '../../src/core/state.ts'

/** What a log shows that present code would not have decided there. */
export interface Difference {
  seq: number
  type: string
  /** What present code decides at that point instead. */
  decided: string[]
}

/**
 * Walks a log event by event, and asks present code each time what it would do next. Nothing of it is done: what came of
 * it is the log's next event. An event that a decision stands behind has to be among what is decided there.
 */
export function differencesOf(events: WiggumEvent[]): Difference[] {
  const state = initialState('')
  const differences: Difference[] = []
  const begun: Command[] = []
  let before: string | null = null
  for (const event of events) {
    // It was decided some time between the two lines.
    const times = before === null || before === event.ts ? [event.ts] : [before, event.ts]
    const decided = times.map((now) => decide(state, now).commands)
    begun.push(...decided.flat())
    const stands = behind(event)
    const isSame = COMES_LATER.has(event.type)
      ? stands && begun.some(stands)
      : stands && decided.some((commands) => isNext(commands, stands))
    if (stands && !isSame) differences.push({ seq: event.seq, type: event.type, decided: keysOf(decided) })
    applyEvent(state, event)
    before = event.ts
  }
  return differences
}

/** What needs no waiting is written down in the order in which it was decided. */
const AT_ONCE = new Set<Command['do']>(['record', 'open-gate', 'finish'])

function isNext(commands: Command[], stands: Stands): boolean {
  const at = commands.findIndex(stands)
  return at !== -1 && !commands.slice(0, at).some((command) => AT_ONCE.has(command.do))
}

function keysOf(decided: Command[][]): string[] {
  return [...new Set(decided.flat().map(({ key }) => key))]
}

/** What comes of a decision, when it does: meanwhile others may have been made. */
const COMES_LATER = new Set<WiggumEvent['type']>([
  'agent.complete',
  'agent.failed',
  'agent.timeout',
  'verify.complete',
  'work.collected',
  'review.verdict',
  'evidence.downgrade',
  'detectors.own',
  'detector.disabled',
  'notification.sent',
  'policy.checkpoint',
])

type Stands = (command: Command) => boolean
const ANYTHING: Stands = () => true
type Behind = { [T in WiggumEvent['type']]: ((data: EventData[T]) => Stands) | 'given' | 'recorded' }

/** `given`: no decision stands behind it, somebody did it or it befell the run. `recorded`: it is the decision itself. */
const behinds: Behind = {
  'run.start': 'given',
  'context.loaded': 'given',
  'run.resumed': 'given',
  'run.interrupted': 'given',
  'gate.answered': 'given',
  'user.said': 'given',
  'journal.recovered': 'given',
  'rescue.saved': 'given',
  'clock.gap': 'given',
  'work.moved': 'given',
  decision: 'recorded',
  'decision.point': 'recorded',
  'phase.transition': 'recorded',
  'shadow.detected': 'recorded',
  'correction.applied': 'recorded',
  'judge.ruled': 'recorded',
  'wiggum.break': 'recorded',
  'budget.threshold': 'recorded',
  'drift.detected': 'recorded',
  'stagnation.detected': 'given',
  'breaker.transition': 'recorded',
  'fix.applied': 'recorded',
  'gate.opened':
    (data) =>
    ({ key: _, do: what, ...wish }) =>
      what === 'open-gate' && isDeepStrictEqual(wish, data),
  'cycle.boundary': (data) => (each) =>
    each.do === 'close-cycle' && same('cycle.boundary', each.boundary, data),
  'pass.complete': (data) => (each) => each.do === 'end-pass' && same('pass.complete', each.data, data),
  // A session that is about to sum itself up says so through its hook.
  'context.checkpoint': (data) =>
    data.trigger === 'compact'
      ? ANYTHING
      : (each) => each.do === 'context-checkpoint' && same('context.checkpoint', each.data, data),
  // A person's word ends a live loop.
  'run.complete': ({ status, exit_code, reason }) =>
    status === 'cancelled'
      ? ANYTHING
      : (each) => each.do === 'finish' && ends(each.ending, { status, exit_code, reason }),
  'agent.start': (data) => (each) =>
    isAdopting(each, data.agent) ||
    (each.do === 'agent' &&
      called(each.call, data) &&
      each.call.agent === data.name &&
      each.call.head === data.head &&
      each.call.about === data.about),
  'agent.complete': (data) => (each) =>
    each.do === 'adopt' || (each.do === 'agent' && called(each.call, data)),
  'agent.failed': (data) => (each) =>
    (each.do === 'agent' && called(each.call, data)) || (each.do === 'collect' && each.step === data.step),
  'agent.timeout': (data) => (each) => each.do === 'agent' && called(each.call, data),
  'agent.session': 'given',
  'run.adopted': () => (each) => each.do === 'adopt',
  'work.collected':
    ({ step, attempt, start }) =>
    (each) =>
      each.do === 'adopt' ||
      each.do === 'take-change' ||
      (each.do === 'collect' && each.step === step && each.attempt === attempt && each.start === start),
  'work.inspected':
    ({ head }) =>
    (each) =>
      each.do === 'inspect' && each.head === head,
  'change.surveyed':
    ({ head }) =>
    (each) =>
      each.do === 'survey-change' && each.head === head,
  'verify.start':
    ({ kind, commit }) =>
    (each) =>
      each.do === 'verify' && each.kind === kind && each.commit === commit,
  'verify.complete':
    ({ kind, subject }) =>
    (each) =>
      each.do === 'verify' && each.kind === kind && each.subject === subject,
  'merge.built':
    ({ head }) =>
    (each) =>
      each.do === 'build-merge' && each.head === head,
  'merge.conflict':
    ({ head }) =>
    (each) =>
      each.do === 'build-merge' && each.head === head,
  'land.start':
    ({ commit, built, previous }) =>
    (each) =>
      each.do === 'land' && each.commit === (built ?? commit) && each.previous === previous,
  'land.refused':
    ({ commit, built }) =>
    (each) =>
      each.do === 'land' && each.commit === (built ?? commit),
  'run.merged':
    ({ commit, built }) =>
    (each) =>
      each.do === 'land' && each.commit === (built ?? commit),
  'run.reverted': () => (each) => each.do === 'revert',
  'hook.complete':
    ({ point, commit }) =>
    (each) =>
      each.do === 'finish' || (each.do === 'hook' && each.point === point && each.commit === commit),
  'review.verdict':
    ({ step }) =>
    (each) =>
      each.do === 'judge' && each.step === step,
  'evidence.downgrade':
    ({ step }) =>
    (each) =>
      each.do === 'judge' && each.step === step,
  'detectors.own':
    ({ step, attempt, asked }) =>
    (each) =>
      each.do === 'own-detectors' &&
      each.step === step &&
      each.attempt === attempt &&
      isDeepStrictEqual(each.ask, asked),
  'detector.disabled': () => (each) => each.do === 'own-detectors',
  'policy.checkpoint':
    ({ trigger }) =>
    (each) =>
      each.do === 'checkpoint' && each.trigger === trigger,
  'notification.sent':
    ({ channel, pass }) =>
    (each) =>
      each.do === 'notify' && each.channel === channel && each.pass === pass,
}

/** Whether a command stands behind an event; null: no decision does. */
export function behind(event: WiggumEvent): Stands | null {
  const how = behinds[event.type]
  if (how === 'given') return null
  if (how === 'recorded')
    return (each) =>
      each.do === 'record' && each.event.type === event.type && same(event.type, each.event.data, event.data)
  // The lookup is by the event's own type, so it fits; TypeScript cannot follow that correlation.
  return (how as (data: unknown) => Stands)(event.data)
}

/** As the journal would have written it. */
function same(type: WiggumEvent['type'], decided: unknown, written: unknown): boolean {
  const parsed = eventData[type].safeParse(decided)
  return parsed.success && isDeepStrictEqual(JSON.parse(JSON.stringify(parsed.data)), written)
}

type Ended = Omit<Ending, 'head'>

function ends(ending: Ending, written: Ended): boolean {
  const { head: _, ...how } = ending
  return isDeepStrictEqual(how, written)
}

interface Called {
  step: string
  attempt: number
  archetype: string
}

function called(
  call: { step: string; attempt: number; role: string },
  { step, attempt, archetype }: Called,
): boolean {
  return call.step === step && call.attempt === attempt && call.role === archetype
}

function isAdopting(command: Command, agent: string): boolean {
  return command.do === 'adopt' && agent === 'adopted'
}

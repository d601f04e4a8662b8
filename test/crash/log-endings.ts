import type { WiggumEvent } from '../../src/core/events.ts'

/** How a log ends, as far as a crash may not change it. */
export function ending(events: WiggumEvent[]): string | null {
  const last = events.findLast((event) => event.type === 'run.complete' || event.type === 'run.resumed')
  return last?.type === 'run.complete' ? `${last.data.status} ${last.data.exit_code}` : null
}

export function resumed(before: WiggumEvent[]): WiggumEvent {
  const last = before.at(-1)!
  const data = { reason: 'it was interrupted', after: last.seq }
  return { ...last, seq: last.seq + 1, type: 'run.resumed', phase: null, agent: null, parent: [], data }
}

/** What a resumed run did otherwise than the whole one. */
export function problemsOf(whole: WiggumEvent[], events: WiggumEvent[], stuck: string[]): string[] {
  const wanted = ending(whole)
  const problems: string[] = []
  if (ending(events) !== wanted && !triesAgain(events))
    problems.push(`it ended as ${ending(events)} instead of ${wanted}; decided: ${stuck.join(', ')}`)
  const done = events.flatMap(completion)
  for (const [index, each] of done.entries())
    if (done.indexOf(each) !== index && !isTwiceIn(whole, each)) problems.push(`${each} a second time`)
  return problems
}

const IN_THE_WAY = new Set<WiggumEvent['type']>([
  'agent.failed',
  'agent.timeout',
  'merge.conflict',
  'land.refused',
  'hook.complete',
  // The others are asked without it.
  'detector.disabled',
])

/** Whoever resumes has put right what was in the way: it is tried once more, and may come to something else. */
function triesAgain(events: WiggumEvent[]): boolean {
  const at = events.findLastIndex(({ type }) => type === 'run.resumed')
  return events.slice(0, at).some(({ type }) => IN_THE_WAY.has(type))
}

function isTwiceIn(whole: WiggumEvent[], name: string): boolean {
  return whole.flatMap(completion).filter((each) => each === name).length > 1
}

/** What must not be done again. */
function completion({ type, data }: WiggumEvent): string[] {
  switch (type) {
    case 'agent.complete':
    case 'work.collected':
      return [`${type} ${data.step} ${data.attempt}`]
    case 'verify.complete':
      return [`${type} ${data.kind} ${data.subject}`]
    case 'run.merged':
      return [type]
    case 'cycle.boundary':
      return [`${type} ${data.cycle}`]
    case 'pass.complete':
      return [`${type} ${data.pass}`]
    case 'notification.sent':
      return [`${type} ${data.channel} ${data.pass}`]
    case 'hook.complete':
      return [`${type} ${data.point} ${data.commit}`]
    default:
      return []
  }
}

/** A log may hold several endings: what counts is the next one. */
export function untilEnd(log: WiggumEvent[], from: number): WiggumEvent[] {
  const end = log.findIndex(({ type }, index) => index >= from && type === 'run.complete')
  return end < 0 ? log : log.slice(0, end + 1)
}

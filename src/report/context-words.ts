import type { EventData } from '../core/events.ts'

/** Why where a pass stands was written down, and what follows. */
export function checkpointWords(checkpoint: EventData['context.checkpoint']): string {
  const { action, pass } = checkpoint
  const then = action === 'clear' ? `; pass ${pass} goes on in a fresh conversation` : ''
  return `${why(checkpoint)}${then}`
}

function why({ trigger, occupancy, source }: EventData['context.checkpoint']): string {
  if (trigger === 'interval') return 'due by the clock'
  if (trigger === 'exhausted') return 'the agent’s window was full'
  const about = source === 'estimate' ? 'about ' : ''
  return `the agent’s window is ${about}${Math.round((occupancy ?? 0) * 100)} % full`
}

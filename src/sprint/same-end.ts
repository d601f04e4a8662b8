import type { SprintData } from './records.ts'

type Left = Pick<SprintData['task.end'], 'exit' | 'spend'>

/** A run was left as the log has it already: a crash came between that and the queue. Any further call spends something. */
export function sameEnd(before: Left | undefined, now: Left): boolean {
  return (
    before?.exit === now.exit &&
    before.spend.usd === now.spend.usd &&
    before.spend.tokens === now.spend.tokens
  )
}

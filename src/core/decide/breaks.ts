import type { Finding } from '../events.ts'
import { best } from './best.ts'
import { type Decided, finish, type View } from './strategy.ts'

export interface Break {
  trigger: string
  kind: 'hard' | 'soft'
  evidence: string[]
  /** What it means, for the sentence at the end. */
  why?: string
  /** What still stands; a break in the middle of a cycle has the last cycle's. */
  findings?: Finding[]
}

/** The Wiggum Break: first on the record, with everything known by then; then the end, with the work kept. */
export function haltRun(view: View, { trigger, kind, evidence, why, findings }: Break): Decided {
  const { state, start } = view
  const standing = findings ?? state.history.at(-1)?.findings ?? []
  if (!state.broken) {
    const run_state = { cycle: state.cycle, phase: state.phase, workflow: state.workflow }
    const data = { trigger, kind, run_state, unresolved_findings: standing, evidence }
    return [{ do: 'record', key: 'break', event: { type: 'wiggum.break', phase: state.phase, data } }]
  }
  const parts = [why ?? `${standing.length} finding${standing.length === 1 ? '' : 's'} open`]
  const reason = `Wiggum Break (${kind}): ${trigger}; ${parts.join('; ')}, the best work is on ${start.branch}`
  return finish(`${kind}-break`, kind === 'hard' ? 22 : 21, reason, best(view, standing))
}

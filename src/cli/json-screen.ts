import { PLANNED } from '../core/decide/dry-run.ts'
import type { RunState } from '../core/state.ts'
import { planSummary } from '../report/plan-summary.ts'
import { reviewResult } from '../report/review-result.ts'
import type { Listener } from '../runtime/context.ts'
import type { Layout } from '../store/layout.ts'

/** How a run stands when nobody works on it any more. */
interface RunStanding {
  state: RunState
  layout: Layout
  exit: number
}

export interface Screen extends Listener {
  /** Takes the live lines away while a question is asked. */
  pause(): void
  go(): void
  close(end: RunStanding): void
  fail(): void
}

/** One event a line, and a result object last. */
export function jsonScreen(out: (line: string) => void): Screen {
  return {
    event: (event) => out(JSON.stringify(event)),
    activity: () => {},
    pause: () => {},
    go: () => {},
    fail: () => {},
    close: (end) => out(JSON.stringify(resultOf(end))),
  }
}

function resultOf({ state, layout, exit }: RunStanding) {
  const open = Object.values(state.gates).filter((gate) => gate.answer === null)
  return {
    run_id: state.runId,
    status: state.ended?.status ?? (state.interrupted ? 'interrupted' : 'waiting'),
    exit_code: exit,
    reason: state.ended?.reason ?? open[0]?.question ?? null,
    branch: state.start?.review ? null : (state.start?.branch ?? null),
    merged: state.merged?.commit ?? null,
    proof: state.ended?.proof ?? null,
    proven_by: state.ended?.proven_by ?? [],
    gates: open.map(({ id, kind, question }) => ({ gate: id, kind, question })),
    rescues: state.rescues.map((rescue) => rescue.ref),
    spend: state.spend,
    log: layout.log(state.runId),
    artifacts: layout.artifacts(state.runId),
    ...(state.start?.review ? { review: reviewResult(state) } : {}),
    ...(state.ended?.status === PLANNED ? { plan: planSummary(state) } : {}),
  }
}

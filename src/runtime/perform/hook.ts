import type { CheckResult } from '../../core/events.ts'
import { hooksRun } from '../../core/verification.ts'
import { effect, type RunContext, record } from '../context.ts'
import { checkRunner } from './check-runner.ts'

interface HookCall {
  point: string
  commit: string
  status?: string
}

/** The user's own commands at a point of the run, in a tree that shows the commit they are about. */
export async function performHook(context: RunContext, { point, commit, status }: HookCall): Promise<void> {
  const { outside, state, vault } = context
  const hooks = state.start!.hooks.filter((hook) => hook.point === point)
  // After a crash the point may be reached again; what a hook did outside must not be done twice.
  if (hooks.length === 0 || hooksRun(state, { point, commit })) return
  const name = `hook-${point}`
  const dir = await effect(context, `tree:${name}`, () => outside.checkoutTree(vault, name, commit))
  const env = hookEnvironment(context, status ?? 'running')
  const place = { kind: name, dir, short: commit.slice(0, 10), env }
  // The setup runs what an agent may have written (install scripts); the hooks are the user's own.
  const boxed = checkRunner(context, place)
  const runner = checkRunner(context, { ...place, own: true })
  const setup = point.endsWith('-merge') ? state.start!.verify.setup : []
  const checks: CheckResult[] = []
  const failed: { reason: string; aborts: boolean }[] = []
  const minutes = state.start!.verify.timeout_minutes
  const all = [
    ...setup.map((run) => ({ run, on_failure: 'abort' as const, timeout_minutes: minutes })),
    ...hooks,
  ]
  for (const [index, { run, on_failure, timeout_minutes }] of all.entries()) {
    const runOne = index < setup.length ? boxed : runner
    const check = await effect(context, name, () => runOne(String(index + 1), run, timeout_minutes * 60_000))
    checks.push(check)
    if (check.exit === 0) continue
    failed.push({
      reason: check.timed_out ? `${run} timed out` : `${run} exited ${check.exit}`,
      aborts: on_failure === 'abort',
    })
    if (on_failure === 'abort') break
  }
  await outside.removeWorkspace(vault, name)
  if (context.abort.signal.aborted) return
  const ok = failed.length === 0
  const aborts = failed.some((each) => each.aborts)
  const reason = failed.map((each) => each.reason).join('; ')
  record(context, {
    type: 'hook.complete',
    phase: 'act',
    data: { point, commit, ok, aborts, reason, checks },
  })
}

function hookEnvironment({ state }: RunContext, status: string): Record<string, string> {
  const { workflow, branch, target } = state.start!
  return {
    WIGGUM_WORKFLOW: workflow,
    WIGGUM_BRANCH: branch,
    WIGGUM_TARGET: target,
    WIGGUM_STATUS: status,
    WIGGUM_CYCLES: String(state.cycle),
  }
}

import type { Ending } from '../../core/commands.ts'
import { deferredWarnings } from '../../core/deferred.ts'
import { proofOf } from '../../core/proof.ts'
import { keepScore } from '../../store/effectiveness.ts'
import { appendIndex } from '../../store/index-file.ts'
import { effect, type RunContext, record } from '../context.ts'
import { keepMemory, regressionsAtEnd } from '../keep-memory.ts'
import { keepMetrics } from '../keep-metrics.ts'
import { keepReport } from '../keep-report.ts'
import { scoreLog } from '../score-log.ts'
import { writeFixes } from './cycle.ts'
import { keepMakerPasses } from './end-pass.ts'
import { heldWords, showHeld } from './held-work.ts'
import { performHook } from './hook.ts'
import { moveBranch } from './move-branch.ts'

/** Save what is nowhere else, say how it ended, then tidy up. Each part may be done again after a crash. */
export async function performFinish(context: RunContext, ending: Ending): Promise<void> {
  if (context.host && ending.exit_code === 0 && (await hasMoved(context))) return
  await saveWork(context, ending.status)
  const { head, ...how } = ending
  if (head && !context.host) await moveBranch(context, head)
  await showHeld(context)
  const { state } = context
  const shown = state.merged?.commit ?? Object.values(state.collected).at(-1)?.head ?? state.start!.base
  writeFixes(context)
  await keepMakerPasses(context)
  await performHook(context, { point: 'run-complete', commit: shown, status: ending.status })
  const regressions = regressionsAtEnd(context, ending)
  record(context, {
    type: 'run.complete',
    data: {
      ...how,
      reason: `${how.reason}${await heldWords(context)}`,
      cycles: state.cycle,
      agents_total: Object.values(state.calls).reduce((sum, calls) => sum + calls, 0),
      fixes_total: Object.keys(state.fixed).length,
      head: head ?? Object.values(state.collected).at(-1)?.head ?? null,
      ...proofAtEnd(context),
      ...(regressions.length > 0 ? { regressions } : {}),
    },
  })
  await afterEnd(context)
}

function proofAtEnd({ state }: RunContext) {
  const proof = proofOf(state)
  if (!proof) return {}
  return { proof: proof.kind, ...(proof.by.length > 0 ? { proven_by: proof.by } : {}) }
}

/** What is proven is the tree that was checked and read: one that has changed since is looked at again. */
async function hasMoved(context: RunContext): Promise<boolean> {
  const { outside, vault, state } = context
  const files = (await outside.changedSinceMark(vault)).slice(0, 20).map(({ path }) => path)
  if (files.length === 0 || !state.merge) return false
  record(context, { type: 'work.moved', phase: 'act', data: { from: state.merge.head, files } })
  return true
}

/** What every ended run has: a report, a line in the index, and no folders left. Safe to repeat. */
export async function afterEnd(context: RunContext): Promise<void> {
  const { outside, state, layout, vault } = context
  keepReport(context)
  const { start, ended } = state
  const deferred = deferredWarnings(state).length
  appendIndex(layout, {
    run_id: state.runId,
    task: start!.task,
    strategy: start!.strategy,
    workflow: start!.workflow,
    status: ended!.status,
    exit_code: ended!.exit_code,
    started: state.startedAt!,
    ended: state.endedAt!,
    ...(deferred > 0 ? { deferred } : {}),
    ...(state.figures.length > 0 ? { passes: state.figures.length } : {}),
  })
  await keepMetrics(context)
  await keepScores(context)
  await keepMemory(context)
  const isHeld = (await outside.listHeld(vault)).length > 0
  await effect(context, 'cleanup', () =>
    isHeld ? outside.removeTrees(vault.work) : outside.removeWork(vault.work),
  )
}

/** What an ended run says of its reviewers. It is all in the log, so a disk that refuses it spoils no run. */
async function keepScores(context: RunContext): Promise<void> {
  await effect(context, 'scores', async () => {
    const { layout, state } = context
    const scored = scoreLog(layout, state.runId)
    if (scored.ok && scored.run) keepScore(layout, scored.run)
  }).catch(() => {})
}

/** Uncommitted work of a Maker that was not collected goes to a rescue ref, and the log says which. */
export async function saveWork(context: RunContext, why: string): Promise<void> {
  const { outside, state, vault } = context
  for (const step of Object.values(state.steps)) {
    if (step.role !== 'maker') continue
    const workspace = outside.existingWorkspace(vault, step.id)
    if (!workspace) continue
    const saved = await effect(context, `rescue:${step.id}`, () =>
      outside.rescueWorkspace(vault, workspace, step.head),
    )
    if (saved) record(context, { type: 'rescue.saved', data: { ...saved, reason: `${step.id}: ${why}` } })
  }
}

import { join } from 'node:path'
import { worstCase } from '../../core/budget.ts'
import type { Command } from '../../core/commands.ts'
import { compareCycles } from '../../core/cycle-quality.ts'
import type { StepState } from '../../core/state.ts'
import { runControlCenter } from '../../report/run-control-center.ts'
import { writeAtomic } from '../../store/files.ts'
import type { Pushed } from '../../workspace/push.ts'
import { effect, type RunContext, record } from '../context.ts'

/** Stopping belongs between tasks; within one, a checkpoint only makes sure that nothing is lost. */
const GOES_ON = 'goes on: a run is stopped between tasks only'

interface Saved {
  refs: string[]
  problems: string[]
}

/** Save, push, write down what stands, then say so. Whatever cannot be done is in the event, and the run goes on. */
export async function performCheckpoint(
  context: RunContext,
  { trigger, why }: Extract<Command, { do: 'checkpoint' }>,
): Promise<void> {
  const { state, layout, config } = context
  const saved = await saveProgress(context)
  const pushed = config.checkpoint.push ? await push(context, saved.refs) : null
  const { usd, tokens } = worstCase(state.spend, state.largestCall)
  const data = {
    trigger,
    spend: { usd, tokens, unknown_calls: state.spend.unknown_calls },
    quality: compareCycles(state),
    pushed,
    ...saved,
    decision: GOES_ON,
  }
  const at = new Date().toISOString()
  const path = join(layout.dir, 'control-center.md')
  await effect(context, 'control-center', async () =>
    writeAtomic(path, runControlCenter(state, { at, why, checkpoint: data })),
  )
  record(context, { type: 'policy.checkpoint', data })
}

/** A snapshot is taken with an index and a git folder of ours, so the agent goes on undisturbed. */
async function saveProgress(context: RunContext): Promise<Saved> {
  const saved: Saved = { refs: [], problems: [] }
  for (const step of Object.values(context.state.steps)) {
    if (!isUnsaved(context, step)) continue
    const found = await snapshot(context, step)
    if ('problem' in found) saved.problems.push(`${step.id}: ${found.problem}`)
    else if (found.rescued) {
      if (!found.rescued.held_in) saved.refs.push(found.rescued.ref)
      sayOnce(context, step, found.rescued)
    }
  }
  return saved
}

/** The same files again are on the same ref. */
function sayOnce(context: RunContext, { id }: StepState, rescued: Rescued): void {
  if (context.state.rescues.some(({ ref }) => ref === rescued.ref)) return
  record(context, { type: 'rescue.saved', data: { ...rescued, reason: `${id}: checkpoint` } })
}

function isUnsaved({ state }: RunContext, { id, role, outcome }: StepState): boolean {
  return role === 'maker' && outcome !== 'failed' && !state.collected[id]
}

interface Rescued {
  ref: string
  commit: string
  files: number
  held_in?: string
}

type Snapshot = { rescued: Rescued | null } | { problem: string }

/** The tree changes while it is read: what does not succeed now is tried again at the next checkpoint. */
async function snapshot(context: RunContext, step: StepState): Promise<Snapshot> {
  const { outside, vault } = context
  const workspace = outside.existingWorkspace(vault, step.id)
  if (!workspace) return { rescued: null }
  try {
    const rescued = await effect(context, `checkpoint:${step.id}`, () =>
      outside.rescueWorkspace(vault, workspace, step.head),
    )
    if (rescued === null) return { rescued }
    const { unsaved: _, ...saved } = rescued
    return { rescued: saved }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

async function push({ outside, vault, state, env, abort }: RunContext, refs: string[]): Promise<Pushed> {
  const { target, branch } = state.start!
  return outside.pushRefs(
    vault.repo,
    { target, refs: [`refs/heads/${branch}`, ...refs] },
    { env, signal: abort.signal },
  )
}

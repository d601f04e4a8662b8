import { HOST } from '../core/chains.ts'
import type { StepState } from '../core/state.ts'
import type { RunContext } from '../runtime/context.ts'
import { commitUserTree } from '../workspace/user-tree.ts'
import { type Answer, NOTHING } from './answer.ts'
import { afterStop, closeLive, driveLive, reopenLive } from './drive.ts'
import { endCall, type Turn } from './end-call.ts'
import { forgetRun } from './forget.ts'
import type { HookWorld } from './hook.ts'
import type { HookInput } from './hook-input.ts'
import { takeSpool } from './spool.ts'
import { readTranscript } from './transcript.ts'
import { openGates } from './words.ts'

/** The session wants to stop. It may, unless its loop has something left for it. */
export async function onStop(input: HookInput, world: HookWorld): Promise<Answer> {
  const session = world.found()?.session
  if (!session) return NOTHING
  const project = await world.project()
  const { layout } = project
  const run = await reopenLive(project, session, world.env)
  const { context } = run
  try {
    const step = handedStep(context)
    // A person is being asked: whatever the session does meanwhile is between the two of them.
    if (!step && openGates(context.state).length > 0) return NOTHING
    if (step) {
      const turn = turnOf(input, { tools: takeSpool(layout, session.session), model: input.model })
      if (turn === null) return NOTHING
      if (await wasNoTask(context, turn)) {
        await forgetRun(context, session)
        return NOTHING
      }
      await endCall(context, step, turn)
    }
    const end = await driveLive(context)
    return afterStop(end, { layout, session, env: world.env, context })
  } finally {
    await closeLive(run)
  }
}

/** What the session was handed and has not answered yet. */
export function handedStep({ state }: RunContext): StepState | null {
  const handed = Object.values(state.steps).filter(
    ({ outcome, name }) => outcome === 'running' && name === HOST,
  )
  return handed.at(-1) ?? null
}

/** `null`: nobody knows what it said, so nothing is concluded from it. */
function turnOf(input: HookInput, { tools, model }: Pick<Turn, 'tools' | 'model'>): Turn | null {
  const told = input.transcriptPath === null ? null : readTranscript(input.transcriptPath)
  const message = input.lastMessage ?? told?.message ?? null
  return message === null ? null : { message, tools, model, usedTokens: told?.usedTokens ?? null }
}

/** A prompt that nobody called a task, after which nothing is changed and nothing is planned, was a question. */
async function wasNoTask(context: RunContext, { tools }: Turn): Promise<boolean> {
  const { state, vault } = context
  const { live, base } = state.start!
  if (live!.asked || state.passes.length > 0 || state.round > 1) return false
  const plans = tools.some((event) => event.kind === 'tool-call' && PLANS.test(event.name))
  return !plans && (await commitUserTree(vault, base, 'question')) === base
}

const PLANS = /^(?:TodoWrite|TaskCreate|TaskUpdate|update_plan)$/

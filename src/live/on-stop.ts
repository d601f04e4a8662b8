import { HOST } from '../core/chains.ts'
import type { StepState } from '../core/state.ts'
import type { RunContext } from '../runtime/context.ts'
import { commitUserTree } from '../workspace/user-tree.ts'
import { type Answer, NOTHING } from './answer.ts'
import { afterStop, closeLive, driveLive, endRun, endSession, reopenLive } from './drive.ts'
import { endCall, plans, type Turn } from './end-call.ts'
import { forgetRun } from './forget.ts'
import type { HookWorld } from './hook.ts'
import type { HookInput } from './hook-input.ts'
import { hasRalph, readRalph } from './ralph.ts'
import type { LiveSession } from './session.ts'
import { takeSpool } from './spool.ts'
import { readTranscript } from './transcript.ts'
import { endWords, openGates } from './words.ts'

/** The session wants to stop. It may, unless its loop has something left for it. */
export async function onStop(input: HookInput, world: HookWorld): Promise<Answer> {
  const session = world.found()?.session
  if (!session) return takeRalph(world)
  const layout = world.layout()
  const run = await reopenLive(session, world.env)
  const { context } = run
  try {
    if (session.ralph && !hasRalph(layout)) return await takenAway(context, session)
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
      // The host counts only what went on without any tool between.
      if (turn.tools.length > 0) session.blocks = 0
    }
    const end = await driveLive(context)
    return afterStop(end, { layout, session, env: world.env, context })
  } finally {
    await closeLive(run)
  }
}

/** The official plugin's loop of this very session goes on here. One that names no session is nobody's until it is asked for. */
async function takeRalph(world: HookWorld): Promise<Answer> {
  const file = readRalph(world.layout().root)
  if (file?.sessionId !== world.sessionId) return NOTHING
  const { beginRalph } = await import('./begin.ts')
  const begun = await beginRalph(file, await world.project(), world)
  if (begun.kind !== 'context') return begun
  return { kind: 'go-on', text: begun.text, whole: begun.whole ?? '' }
}

/** Whoever removes the file ends the loop, as with the official plugin. */
async function takenAway(context: RunContext, session: LiveSession): Promise<Answer> {
  await endRun(context, 'its file was removed')
  endSession(context.layout, session)
  return { kind: 'tell', text: endWords(context.state) }
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
  return !tools.some(plans) && (await commitUserTree(vault, base, 'question')) === base
}

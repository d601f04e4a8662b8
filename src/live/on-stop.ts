import { HOST } from '../core/chains.ts'
import { openGates } from '../core/open-gates.ts'
import type { StepState } from '../core/state.ts'
import type { RunContext } from '../runtime/context.ts'
import { readInbox } from '../store/inbox.ts'
import { removeUnused } from '../store/layout.ts'
import { type Answer, NOTHING } from './answer.ts'
import { afterStop, driveLive, endRun, withLive } from './drive.ts'
import { endCall, type Turn } from './end-call.ts'
import { endSession } from './end-session.ts'
import { forgetRun } from './forget.ts'
import type { HookWorld } from './hook.ts'
import type { HookInput } from './hook-input.ts'
import { noteStop } from './protect/note-stop.ts'
import { dropRalph, hasRalph, readRalph } from './ralph.ts'
import { isUsedUp } from './ralph-file.ts'
import type { LiveSession } from './session.ts'
import { readSpool } from './spool.ts'
import { readTranscript } from './transcript.ts'
import { wasNoTask } from './was-no-task.ts'
import { endWords } from './words.ts'

/** The session wants to stop. It may, unless its loop has something left for it. */
export async function onStop(input: HookInput, world: HookWorld): Promise<Answer> {
  const found = world.found()
  if (!found) return takeRalph(world)
  const { layout } = found
  // Who calls now is who has it, however the session was begun again.
  const session = { ...found.session, process: world.process() }
  const at = { layout, session, env: world.env }
  const end = noteStop({ repo: session.repo, run: session.run, env: world.env }, layout, session.session)
  let forgotten = false
  const answer = await withLive<Answer>(session, world.env, async (context) => {
    if (session.ralph && !hasRalph(layout)) return takenAway(context, session)
    const step = handedStep(context)
    // A person is being asked: whatever the session does meanwhile is between the two of them.
    const asks = !step && openGates(context.state).length > 0
    if (asks && readInbox(layout, session.run).length === 0) return NOTHING
    const said = lastWords(input)
    // Nobody knows what it said, so nothing is concluded from it.
    if (step && said === null) return NOTHING
    if (step && said !== null) {
      const { events: tools, remove } = readSpool(layout, session.session)
      if (await wasNoTask(context, tools)) {
        await forgetRun(context, session)
        forgotten = true
        return NOTHING
      }
      await endCall(context, step, { ...said, tools, model: input.model })
      remove()
      // The host counts only what went on without any tool between.
      if (tools.length > 0) session.blocks = 0
    }
    return afterStop(await driveLive(context, session.process), { ...at, context })
  })
  end()
  if (forgotten) removeUnused(layout)
  return answer
}

/** The official plugin's loop of this very session goes on here. One that names no session is nobody's until it is asked for. */
async function takeRalph(world: HookWorld): Promise<Answer> {
  const layout = world.layout()
  const file = readRalph(layout.root)
  if (file?.sessionId !== world.sessionId) return NOTHING
  if (isUsedUp(file)) {
    dropRalph(layout, world.sessionId)
    return {
      kind: 'tell',
      text: `wiggum: the official plugin's loop is over after ${file.iteration} iterations.`,
    }
  }
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

/** The hook's own input comes first: the transcript may not have the last answer yet. */
function lastWords(input: HookInput): Pick<Turn, 'message' | 'usedTokens'> | null {
  const told = input.transcriptPath === null ? null : readTranscript(input.transcriptPath)
  const message = input.lastMessage ?? told?.message ?? null
  return message === null ? null : { message, usedTokens: told?.usedTokens ?? null }
}

import type { RunContext } from '../runtime/context.ts'
import { layoutOf } from '../store/layout.ts'
import { isAlive } from '../store/process-identity.ts'
import { type Answer, NOTHING } from './answer.ts'
import { withLive } from './drive.ts'
import { keepTodoCalls } from './end-call.ts'
import type { HookWorld } from './hook.ts'
import type { HookInput } from './hook-input.ts'
import { readState } from './read-state.ts'
import {
  crashedSessions,
  type LiveSession,
  parkedSessions,
  parkSession,
  saveSession,
  unparkSession,
} from './session.ts'
import { readSpool } from './spool.ts'
import { resumeLive } from './take-up.ts'
import { firstLine } from './words.ts'

/** A session begins, or begins again: its own loop goes on, and of another's it is told. */
export async function onSessionStart(input: HookInput, world: HookWorld): Promise<Answer> {
  const layout = world.layout()
  // Loops whose program died without a word hold nobody up.
  for (const crashed of crashedSessions(layout))
    if (crashed.session !== world.sessionId) await park(crashed, world)
  const own = world.found()?.session ?? unparkSession(layout, world.sessionId)
  if (own) return goOnWith({ ...own, process: world.process() }, input, world)
  const parked = parkedSessions(layout)
  if (parked.length === 0) return NOTHING
  const cleared = input.source === 'clear' ? parked.find((each) => isSameHost(each, world)) : undefined
  if (cleared && wasAskedFor(cleared)) return resumeLive(cleared, world)
  const last = parked.at(-1)!
  const { config } = await world.project()
  return config.live.self_launch ? resumeLive(last, world) : offer(last)
}

/** With what its tools did to its list, as far as that can be kept. */
async function park(session: LiveSession, { env }: HookWorld): Promise<void> {
  const layout = layoutOf(session.repo.root)
  const { events } = readSpool(layout, session.session)
  const keep = async (context: RunContext) => void keepTodoCalls(context, events)
  await withLive(session, env, keep, { looksOnly: true }).catch(() => {})
  parkSession(layout, session.session)
}

/** `/clear` gives the same program another session. */
function isSameHost({ process: host }: LiveSession, world: HookWorld): boolean {
  return host !== null && isAlive(host) && host.pid === world.process()?.pid
}

/** It has been summed up, or started anew: what it was doing stands in the last checkpoint. */
async function goOnWith(session: LiveSession, { source }: HookInput, world: HookWorld): Promise<Answer> {
  return withLive(session, world.env, async ({ layout, state }) => {
    // Nobody spoke when it was summed up: the host goes on counting.
    saveSession(layout, source === 'compact' ? session : { ...session, blocks: 0 })
    const checkpoint = state.contexts.at(-1)
    const stands = checkpoint?.pass === state.round ? `\n\n${checkpoint.text}` : ''
    const text = `wiggum: the loop of this session goes on: pass ${state.round} of at most ${state.maxRounds}. The task: ${state.start?.task ?? ''}${stands}`
    return { kind: 'context', text }
  })
}

/** Who clears a session goes on with what they asked for by name; the rest was of the conversation that is gone. */
function wasAskedFor(session: LiveSession): boolean {
  return readState(session)?.start?.live?.asked === true
}

/** Told, and left alone: nothing is written into a log that nobody goes on with. */
function offer(session: LiveSession): Answer {
  const state = readState(session)
  if (!state || state.ended) return NOTHING
  const task = firstLine(state.start!.task)
  const text = `wiggum: a loop of an earlier session is not finished: ${task}. Go on with it: /wiggum:loop --continue. Or end it: wiggum stop ${session.run}`
  return { kind: 'tell', text }
}

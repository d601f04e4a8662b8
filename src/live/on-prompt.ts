import { openGates } from '../core/open-gates.ts'
import type { GateState } from '../core/state.ts'
import { type RunContext, record } from '../runtime/context.ts'
import { Busy } from '../runtime/problem.ts'
import { postSaid } from '../store/inbox.ts'
import { type Answer, NOTHING } from './answer.ts'
import { beginByDefault, beginLoop } from './begin.ts'
import { isStop, readCommand } from './command.ts'
import { afterAll, driveLive, withLive } from './drive.ts'
import { endSession } from './end-session.ts'
import type { HookWorld } from './hook.ts'
import type { HookInput } from './hook-input.ts'
import { handedStep } from './on-stop.ts'
import { readState } from './read-state.ts'
import { type LiveSession, saveSession } from './session.ts'
import { stopSession } from './stop-session.ts'
import { gateWords, statusWords } from './words.ts'

/** A person has typed something: a command for us, an answer, more of the task, or a task. */
export async function onPrompt(input: HookInput, world: HookWorld): Promise<Answer> {
  const prompt = input.prompt ?? ''
  // Nothing was typed, or the host said it, not a person.
  if (prompt.trim() === '' || /^\s*<task-notification>/.test(prompt)) return NOTHING
  const command = readCommand(prompt)
  const session = world.found()?.session ?? null
  if (command?.do === 'wrong') return { kind: 'handled', text: `wiggum: ${command.problem}` }
  if (command?.do === 'cancel' || (session && isStop(prompt))) return cancel(session, world)
  if (command?.do === 'status') return status(session)
  try {
    if (command?.do === 'loop' && !(session && command.wish.goOn)) return await beginLoop(command.wish, world)
    if (session && !readState(session)?.ended)
      return await goOn(command?.do === 'loop' ? command.wish.task : prompt, session, world)
  } catch (error) {
    if (error instanceof Busy && session) return whileBusy(prompt, session, world)
    throw error
  }
  // A hook that was killed may have left it behind.
  if (session) endSession(world.layout(), session)
  return beginByDefault(prompt, world)
}

async function cancel(session: LiveSession | null, world: HookWorld): Promise<Answer> {
  if (!session) return { kind: 'handled', text: 'wiggum: there is no loop in this session.' }
  return { kind: 'handled', text: await stopSession(world.layout(), session, world.env) }
}

/** Without the lock: it can be asked while the checks run. */
async function status(session: LiveSession | null): Promise<Answer> {
  const state = session && readState(session)
  const text = state ? statusWords(state) : 'wiggum: there is no loop in this session.'
  return { kind: 'handled', text }
}

/** In the middle of a loop: an answer where one is waited for, otherwise a word of the user's that the pass goes on with. */
async function goOn(prompt: string, session: LiveSession, world: HookWorld): Promise<Answer> {
  const layout = world.layout()
  const rested = { ...session, process: world.process(), blocks: 0, errors: 0, held: null }
  return withLive(session, world.env, async (context) => {
    const gates = openGates(context.state)
    const unanswered = gates.filter((gate) => !answerGate(context, gate, prompt))
    if (unanswered.length > 0) return { kind: 'tell', text: gateWords(context.state) }
    if (gates.length === 0 && prompt !== '') record(context, { type: 'user.said', data: { text: prompt } })
    if (session.held !== null) {
      saveSession(layout, rested)
      return { kind: 'context', ...session.held }
    }
    if (gates.length === 0 && handedStep(context)) {
      saveSession(layout, rested)
      return NOTHING
    }
    return nextPass(context, { session: rested, world, brokenOff: gates.length === 0 })
  })
}

/** Its checks are running: what was typed is a part of the task, and the host gives it to the agent afterwards. */
function whileBusy(prompt: string, session: LiveSession, world: HookWorld): Answer {
  if (readCommand(prompt))
    return { kind: 'handled', text: 'wiggum: the last pass is being checked. Try again in a while.' }
  postSaid(world.layout(), session.run, prompt)
  return {
    kind: 'tell',
    text: 'wiggum: the last pass is being checked; what you typed is a part of the task.',
  }
}

interface Next {
  session: LiveSession
  world: HookWorld
  /** The checks were, by a person who went on. */
  brokenOff: boolean
}

/** Nothing is handed out: after an answer it is decided what comes; after a stop in the middle of checks, a further pass does. */
async function nextPass(context: RunContext, { session, world, brokenOff }: Next): Promise<Answer> {
  const { layout, state } = context
  if (brokenOff && state.collected[lastMaker(context)]) {
    const rationale = 'the user went on before the checks were through'
    const data = {
      what: 'next-pass' as const,
      chosen: `pass ${state.round + 1}`,
      alternatives: ['wait'],
      rationale,
    }
    record(context, { type: 'decision', phase: 'act', data })
  }
  const end = await driveLive(context, session.process)
  if (end.kind === 'handed-over') {
    saveSession(layout, session)
    return { kind: 'context', text: end.prompt, whole: end.path }
  }
  const said = await afterAll(end, { layout, session, env: world.env, context })
  // What was typed was an answer, and nothing follows from it for the agent.
  return said.kind === 'tell' && end.kind !== 'waiting' ? { ...said, kind: 'handled' } : said
}

function lastMaker({ state }: RunContext): string {
  return Object.values(state.steps).findLast(({ role }) => role === 'maker')?.id ?? ''
}

/** Only where going on is meant does anything else than the asked-for words count as a yes. */
const FREE: Partial<Record<GateState['kind'], string>> = {
  passes: 'yes',
  stagnation: 'continue',
  context: 'answer',
}

/** "No, that is enough" is a no; where there is none to choose, it is asked again. */
const NO = /^(?:no|nope|enough|stop|leave|don['’]t|do not|cancel|abort)\b/

function answerGate(context: RunContext, gate: GateState, prompt: string): boolean {
  const said = prompt
    .trim()
    .toLowerCase()
    .replace(/[.!]+$/, '')
  const chosen = gate.kind === 'context' ? undefined : gate.choices.find((choice) => choice === said)
  const refused = gate.kind !== 'context' && NO.test(said)
  if (refused && chosen === undefined && !gate.choices.includes('no')) return false
  const answer = chosen ?? (refused ? 'no' : FREE[gate.kind])
  if (answer === undefined) return false
  const text = chosen === undefined ? prompt : null
  record(context, { type: 'gate.answered', data: { gate: gate.id, answer, text, by: 'session' } })
  return true
}

import type { GateState } from '../core/state.ts'
import { type RunContext, record } from '../runtime/context.ts'
import { type Answer, NOTHING } from './answer.ts'
import { beginByDefault, beginLoop } from './begin.ts'
import { isStop, readCommand } from './command.ts'
import { afterAll, driveLive, withLive } from './drive.ts'
import type { HookWorld } from './hook.ts'
import type { HookInput } from './hook-input.ts'
import { handedStep } from './on-stop.ts'
import { type LiveSession, saveSession } from './session.ts'
import { stopSession } from './stop-session.ts'
import { gateWords, openGates, statusWords } from './words.ts'

/** A person has typed something: a command for us, an answer, more of the task, or a task. */
export async function onPrompt(input: HookInput, world: HookWorld): Promise<Answer> {
  const prompt = input.prompt ?? ''
  // Nothing was typed, or the host said it, not a person.
  if (prompt.trim() === '' || /^\s*<task-notification>/.test(prompt)) return NOTHING
  const command = readCommand(prompt)
  const session = world.found()?.session ?? null
  if (command?.do === 'wrong') return { kind: 'handled', text: `wiggum: ${command.problem}` }
  if (command?.do === 'loop' && !(session && command.wish.goOn)) return beginLoop(command.wish, world)
  if (command?.do === 'cancel' || (session && isStop(prompt))) return cancel(session, world)
  if (command?.do === 'status') return status(session, world)
  if (session) return goOn(command?.do === 'loop' ? command.wish.task : prompt, session, world)
  return beginByDefault(prompt, world)
}

async function cancel(session: LiveSession | null, world: HookWorld): Promise<Answer> {
  if (!session) return { kind: 'handled', text: 'wiggum: there is no loop in this session.' }
  return { kind: 'handled', text: await stopSession(world.layout(), session, world.env) }
}

async function status(session: LiveSession | null, world: HookWorld): Promise<Answer> {
  if (!session) return { kind: 'handled', text: 'wiggum: there is no loop in this session.' }
  return withLive(session, world.env, async ({ state }) => ({ kind: 'handled', text: statusWords(state) }))
}

/** In the middle of a loop: an answer where one is waited for, otherwise a word of the user's that the pass goes on with. */
async function goOn(prompt: string, session: LiveSession, world: HookWorld): Promise<Answer> {
  const layout = world.layout()
  const rested = { ...session, blocks: 0, errors: 0, held: null }
  return withLive(session, world.env, async (context) => {
    const gates = openGates(context.state)
    const unanswered = gates.filter((gate) => !answerGate(context, gate, prompt))
    if (unanswered.length > 0) return { kind: 'tell', text: gateWords(context.state) }
    if (session.held !== null) {
      saveSession(layout, rested)
      return { kind: 'context', ...session.held }
    }
    if (gates.length === 0 && prompt !== '') record(context, { type: 'user.said', data: { text: prompt } })
    if (gates.length === 0 && handedStep(context)) {
      saveSession(layout, rested)
      return NOTHING
    }
    return nextPass(context, { session: rested, world, brokenOff: gates.length === 0 })
  })
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
    const data = { what: 'next-pass', chosen: `pass ${state.round + 1}`, alternatives: ['wait'], rationale }
    record(context, { type: 'decision', phase: 'act', data })
  }
  const end = await driveLive(context)
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

function answerGate(context: RunContext, gate: GateState, prompt: string): boolean {
  const said = prompt
    .trim()
    .toLowerCase()
    .replace(/[.!]+$/, '')
  const chosen = gate.kind === 'context' ? undefined : gate.choices.find((choice) => choice === said)
  const answer = chosen ?? FREE[gate.kind]
  if (answer === undefined) return false
  const text = chosen === undefined ? prompt : null
  record(context, { type: 'gate.answered', data: { gate: gate.id, answer, text, by: 'session' } })
  return true
}

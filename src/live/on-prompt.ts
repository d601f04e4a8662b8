import type { GateState } from '../core/state.ts'
import { suppressedBy } from '../core/suppression.ts'
import { type RunContext, record } from '../runtime/context.ts'
import { performFinish } from '../runtime/perform/finish.ts'
import type { Project } from '../runtime/project.ts'
import { type Answer, NOTHING } from './answer.ts'
import { isStop, type LoopWish, readCommand } from './command.ts'
import { closeLive, driveLive, hostOf, reopenLive } from './drive.ts'
import type { HookWorld } from './hook.ts'
import type { HookInput } from './hook-input.ts'
import { handedStep } from './on-stop.ts'
import { dropSession, type LiveSession, saveSession } from './session.ts'
import { startLive } from './start.ts'
import { takeUp } from './take-up.ts'
import { endWords, firstLine, gateWords, openGates, statusWords } from './words.ts'

/** A person has typed something: a command for us, an answer, more of the task, or a task. */
export async function onPrompt(input: HookInput, world: HookWorld): Promise<Answer> {
  const prompt = input.prompt ?? ''
  const command = readCommand(prompt)
  const session = world.found()?.session ?? null
  if (command?.do === 'wrong') return { kind: 'handled', text: `wiggum: ${command.problem}` }
  if (command?.do === 'loop') return beginLoop(command.wish, world)
  if (command?.do === 'cancel' || (session && isStop(prompt))) return cancel(session, world)
  if (command?.do === 'status') return status(session, world)
  if (session) return goOn(prompt, session, world)
  return beginByDefault(prompt, world)
}

async function cancel(session: LiveSession | null, world: HookWorld): Promise<Answer> {
  if (!session) return { kind: 'handled', text: 'wiggum: there is no loop in this session.' }
  const run = await reopenLive(await world.project(), session, world.env)
  try {
    await endRun(run.context, 'cancelled', 'you ended the loop')
    dropSession(run.context.layout, session.session)
    return { kind: 'handled', text: endWords(run.context.state) }
  } finally {
    await closeLive(run)
  }
}

export async function endRun(context: RunContext, status: string, why: string): Promise<void> {
  const reason = `${why}; the work is in your tree`
  if (!context.state.ended) await performFinish(context, { status, exit_code: 130, reason, head: null })
}

async function status(session: LiveSession | null, world: HookWorld): Promise<Answer> {
  if (!session) return { kind: 'handled', text: 'wiggum: there is no loop in this session.' }
  const run = await reopenLive(await world.project(), session, world.env)
  try {
    return { kind: 'handled', text: statusWords(run.context.state) }
  } finally {
    await closeLive(run)
  }
}

/** In the middle of a loop: an answer where one is waited for, otherwise a word of the user's that the pass goes on with. */
async function goOn(prompt: string, session: LiveSession, world: HookWorld): Promise<Answer> {
  const { layout } = await world.project()
  const run = await reopenLive(await world.project(), session, world.env)
  const { context } = run
  try {
    const rested = { ...session, blocks: 0, errors: 0, held: null }
    const gates = openGates(context.state)
    const unanswered = gates.filter((gate) => !answerGate(context, gate, prompt))
    if (unanswered.length > 0) return { kind: 'tell', text: gateWords(context.state) }
    if (session.held !== null) {
      saveSession(layout, rested)
      return { kind: 'context', text: session.held }
    }
    if (gates.length === 0) record(context, { type: 'user.said', data: { text: prompt } })
    if (gates.length === 0 && handedStep(context)) {
      saveSession(layout, rested)
      return NOTHING
    }
    return nextPass(context, rested, gates.length === 0)
  } finally {
    await closeLive(run)
  }
}

/** Nothing is handed out: after an answer it is decided what comes; after a stop in the middle of checks, a further pass does. */
async function nextPass(context: RunContext, session: LiveSession, brokenOff: boolean): Promise<Answer> {
  const { layout, state } = context
  if (brokenOff && state.collected[lastMaker(context)]) {
    const rationale = 'the user went on before the checks were through'
    const data = { what: 'next-pass', chosen: `pass ${state.round + 1}`, alternatives: ['wait'], rationale }
    record(context, { type: 'decision', phase: 'act', data })
  }
  const end = await driveLive(context)
  if (end.kind === 'handed-over') {
    saveSession(layout, session)
    return { kind: 'context', text: end.prompt }
  }
  if (end.kind === 'waiting') {
    saveSession(layout, session)
    return { kind: 'tell', text: gateWords(state) }
  }
  if (end.kind !== 'ended') return NOTHING
  dropSession(layout, session.session)
  return { kind: 'handled', text: endWords(state) }
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

async function beginLoop(wish: LoopWish, world: HookWorld): Promise<Answer> {
  const before = world.found()?.session ?? null
  if (wish.goOn) return before ? goOn(wish.task, before, world) : takeUp(world)
  const project = await world.project()
  if (before) await supersede(before, project, world)
  return begin(project, world, {
    task: wish.task,
    checks: wish.checks,
    loop: { max_passes: wish.maxPasses ?? project.config.loop.max_passes, suppressed: null, accept: false },
    promise: wish.promise,
    verify: wish.verify && project.config.live.verify,
    asked: true,
  })
}

async function supersede(before: LiveSession, project: Project, world: HookWorld): Promise<void> {
  const run = await reopenLive(project, before, world.env)
  try {
    await endRun(run.context, 'cancelled', 'another loop took its place')
    dropSession(run.context.layout, before.session)
  } finally {
    await closeLive(run)
  }
}

/** Every prompt may be a task: whether it was one shows when the session stops. */
async function beginByDefault(prompt: string, world: HookWorld): Promise<Answer> {
  // A command of the host's, or of another plugin's, is no task of ours.
  if (prompt.trim() === '' || /^\s*\//.test(prompt)) return NOTHING
  const asked = { task: prompt, env: world.env, singlePass: false }
  if (suppressedBy({ ...asked, active: true }) !== null) return NOTHING
  const project = await world.project().catch(() => null)
  if (!project || suppressedBy({ ...asked, active: project.config.loop.default_active }) !== null)
    return NOTHING
  return begin(project, world, {
    task: prompt,
    checks: [],
    loop: { max_passes: project.config.loop.max_passes, suppressed: null, accept: false },
    promise: null,
    verify: project.config.live.verify,
    asked: false,
  })
}

interface Begin {
  task: string
  checks: string[]
  loop: { max_passes: number; suppressed: null; accept: boolean }
  promise: string | null
  verify: boolean
  asked: boolean
}

async function begin(project: Project, world: HookWorld, wish: Begin): Promise<Answer> {
  const { task, checks, loop, promise, verify, asked } = wish
  const { sessionId, host, env } = world
  const live = { session: sessionId, host, promise, review: project.config.live.review, verify, asked }
  const run = await startLive(project, { task, checks, loop, live }, { env, host: hostOf({ host }) })
  if (!run) return NOTHING
  const { context } = run
  try {
    const end = await driveLive(context)
    if (end.kind !== 'handed-over') throw new Error(`a loop that had just begun was ${end.kind}`)
    const session: LiveSession = {
      session: sessionId,
      host,
      run: context.state.runId,
      process: world.process(),
      blocks: 0,
      errors: 0,
      held: null,
    }
    saveSession(context.layout, session)
    const told = asked
      ? `wiggum: the loop is on, at most ${loop.max_passes} passes: ${firstLine(task)}`
      : undefined
    return { kind: 'context', text: end.prompt, ...(told ? { told } : {}) }
  } finally {
    await closeLive(run)
  }
}

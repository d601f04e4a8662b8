import { existsSync, readFileSync } from 'node:fs'
import type { AgentEvent } from '../agents/agent.ts'
import { archetypeOf } from '../archetypes/index.ts'
import { readContract } from '../contracts/contract.ts'
import type { AgentCall } from '../core/commands.ts'
import { msBetween } from '../core/decide/instants.ts'
import type { StepState } from '../core/state.ts'
import { windowOf } from '../policy/windows.ts'
import { type RunContext, record } from '../runtime/context.ts'
import { answerParts, keepAnswer } from '../runtime/perform/answer.ts'
import { keepSteps } from '../runtime/perform/step-file.ts'
import { kindOf } from '../steps/kind-of.ts'
import { createStepper } from '../steps/stepper.ts'
import type { Todo } from '../steps/todo.ts'
import { artifactPath } from '../store/artifacts.ts'
import { appendCopy } from '../store/files.ts'
import { isKept } from './promise.ts'

/** What a session did in a turn of its own, as far as its hooks tell. */
export interface Turn {
  message: string
  tools: AgentEvent[]
  /** How full its window is; `null`: it does not say. */
  usedTokens: number | null
  model: string | null
}

const UNKNOWN = { input_tokens: null, output_tokens: null, cost_usd: null, turns: null }

/** The session has stopped: what it was handed is answered. */
export async function endCall(context: RunContext, step: StepState, turn: Turn): Promise<void> {
  const { outside, state, vault } = context
  const call = callOf(step)
  const steps = keepSteps(context, call, { root: vault.repo.root, goesOn: true })
  for (const event of turn.tools) steps.take(event)
  const { promise } = state.start!.live!
  const contract = readContract(turn.message, archetypeOf(state.start, step.role)!)
  keepAnswer(context, call, turn.message)
  const data = {
    step: step.id,
    attempt: step.attempt,
    archetype: step.role,
    duration_ms: msBetween(step.startedAt, new Date().toISOString()),
    steps: { ...steps.end(), ...todosSoFar(context, turn.tools) },
    ...answerParts(call, { text: turn.message, contract }),
    usage: UNKNOWN,
    usage_source: 'unknown' as const,
    session: state.session,
    denials: [],
    killed_after_result: false,
    truncated_bytes: 0,
    ...windowUse(turn),
    ...(promise !== null ? { promised: isKept(turn.message, promise) } : {}),
  }
  const moved = step.about === null ? [] : (await outside.changedSinceMark(vault)).slice(0, 20)
  // First, so that nothing is concluded from the answer alone: who mends what it reads has read what is no longer there.
  if (step.about !== null && moved.length > 0) {
    const files = moved.map(({ path }) => path)
    record(context, { type: 'work.moved', phase: 'check', data: { from: step.about, files } })
  }
  record(context, { type: 'agent.complete', phase: step.phase, agent: step.role, data })
}

/** A list outlives the turn that made it, and the session: what was done to it is kept, and done again in order. */
export function keepTodoCalls({ layout, state }: RunContext, tools: AgentEvent[]): string {
  const path = artifactPath(layout, state.runId, 'todo-calls.jsonl')
  const isList = (event: AgentEvent) =>
    event.kind === 'tool-call' && kindOf(event.name, event.input) === 'todo'
  const ids = new Set(tools.filter(isList).flatMap((event) => ('id' in event ? event.id : [])))
  const calls = tools.filter((event) => 'id' in event && ids.has(event.id))
  if (calls.length > 0) appendCopy(path, calls.map((event) => `${JSON.stringify(event)}\n`).join(''))
  return path
}

function todosSoFar(context: RunContext, tools: AgentEvent[]): { todos?: Todo[] } {
  const path = keepTodoCalls(context, tools)
  const stepper = createStepper()
  for (const line of linesOf(path)) stepper.take(JSON.parse(line) as AgentEvent, '')
  const todos = stepper.todos().slice(0, MAX_TODOS)
  return todos.length > 0 ? { todos } : {}
}

const MAX_TODOS = 100

function linesOf(path: string): string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []
}

function windowUse({ usedTokens, model }: Turn) {
  if (usedTokens === null) return {}
  const window = windowOf(model)
  // A window that holds less than is in it is not the model's.
  return { context: { used: usedTokens, window: usedTokens > window ? 0 : window, source: 'agent' as const } }
}

function callOf({ id, identity, role, phase, attempt, head, about }: StepState): AgentCall {
  const none = { minutes: null, reflects: false, note: null, corrects: null, continues: null }
  return {
    role,
    step: id,
    identity,
    attempt,
    phase: phase ?? 'do',
    head,
    about,
    writes: false,
    agent: '',
    ...none,
  }
}

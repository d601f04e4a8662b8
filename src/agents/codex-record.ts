import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { cleanText } from '../contracts/clean-text.ts'
import type { Usage } from '../core/events.ts'
import type { AgentFailure, EndedCall, OwnRecord } from './agent.ts'
import { causeOfInfo, type ErrorInfo, readErrorInfo, resetOf } from './codex-failure.ts'
import { asAmount, asNumber, asObject, asText, type JsonObject, parseObject } from './json-value.ts'

const DAY_MS = 86_400_000
/** Its clock and ours are the same but for rounding. */
const CLOCK_MS = 1000
const MESSAGE_MAX = 400
const LOG_IN = 'run `codex login`, or set CODEX_API_KEY'

/**
 * Codex keeps a record of each conversation, with what its stream leaves out: the kind of a failure, when a limit
 * ends, and the tokens of every turn, also of a call that was killed.
 */
export async function codexRecord(call: EndedCall): Promise<OwnRecord | null> {
  try {
    const file = await findRecord(call)
    if (file === null) return null
    const turn = await readRecord(file)
    return isEarlier(turn, call) ? null : conclude(turn, call.failure)
  } catch {
    // Gone, or not readable: then the stream is all there is.
    return null
  }
}

/** A continued conversation that was cut off before its turn began has only the turns of earlier calls. */
function isEarlier({ startedAt }: Turn, { began }: EndedCall): boolean {
  return startedAt !== null && startedAt < began - CLOCK_MS
}

/** Filed under the day the conversation began, in the user's zone; its id begins with that instant. */
async function findRecord({ session, env }: EndedCall): Promise<string | null> {
  const began = Number.parseInt(session.replaceAll('-', '').slice(0, 12), 16)
  const home = env.CODEX_HOME || join(env.HOME ?? '', '.codex')
  for (const shift of [0, -DAY_MS, DAY_MS]) {
    const day = new Date(began + shift)
    if (Number.isNaN(day.getTime())) return null
    const folder = join(home, 'sessions', ...day.toISOString().slice(0, 10).split('-'))
    const names = await readdir(folder).catch(() => [])
    const name = names.find((each) => each.startsWith('rollout-') && each.endsWith(`-${session}.jsonl`))
    if (name !== undefined) return join(folder, name)
  }
  return null
}

interface Tokens {
  input: number
  output: number
  /** A part of the input. */
  cached: number
}

/** What the last turn on record says. */
interface Turn {
  startedAt: number | null
  before: Tokens
  total: Tokens
  answers: number
  limits: JsonObject | null
  model: string | null
  /** What the last answer read and wrote, and how much the model can. */
  last: number | null
  window: number | null
  /** `null`: it did not fail, or this version does not write it down. */
  error: { info: ErrorInfo | null; words: string } | null
}

async function readRecord(file: string): Promise<Turn> {
  const nothing = { input: 0, output: 0, cached: 0 }
  const turn: Turn = {
    startedAt: null,
    before: nothing,
    total: nothing,
    answers: 0,
    limits: null,
    model: null,
    last: null,
    window: null,
    error: null,
  }
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })
  for await (const line of lines) {
    // Most of the file is the conversation itself, and long.
    if (!line.includes('"event_msg"') && !line.includes('"turn_context"')) continue
    const entry = parseObject(line)
    const payload = asObject(entry?.payload)
    if (payload && entry?.type === 'turn_context') turn.model = asText(payload.model) ?? turn.model
    if (payload && entry?.type === 'event_msg') take(turn, payload, asText(entry.timestamp))
  }
  return turn
}

function take(turn: Turn, payload: JsonObject, at: string | null): void {
  if (payload.type === 'task_started') {
    const startedAt = asNumber(Date.parse(at ?? ''))
    Object.assign(turn, { startedAt, before: turn.total, answers: 0, error: null })
  } else if (payload.type === 'token_count') {
    turn.limits = asObject(payload.rate_limits) ?? turn.limits
    const info = asObject(payload.info)
    turn.window = asAmount(info?.model_context_window) ?? turn.window
    const total = tokensOf(info?.total_token_usage)
    if (total === null || (total.input === turn.total.input && total.output === turn.total.output)) return
    turn.last = lastOf(info, { before: turn.total, total })
    turn.total = total
    turn.answers += 1
  } else if (payload.type === 'task_complete') {
    const error = asObject(payload.error)
    const words = asText(error?.message) ?? 'no reason given'
    turn.error = error && { info: readErrorInfo(error.codex_error_info), words }
  }
}

/** The totals hold every answer; their difference is the last one, where a version does not name it. */
function lastOf(info: JsonObject | null, { before, total }: { before: Tokens; total: Tokens }): number {
  const last = tokensOf(info?.last_token_usage)
  if (last) return last.input + last.output
  return Math.max(0, total.input - before.input) + Math.max(0, total.output - before.output)
}

function tokensOf(value: unknown): Tokens | null {
  const usage = asObject(value)
  const input = asAmount(usage?.input_tokens)
  const output = asAmount(usage?.output_tokens)
  const cached = asAmount(usage?.cached_input_tokens) ?? 0
  return input === null || output === null ? null : { input, output, cached }
}

function conclude(turn: Turn, said: AgentFailure | null): OwnRecord {
  const failure = failureOf(turn, said)
  const isKnown = turn.answers > 0 || isRefusedAtOnce(failure)
  const context = turn.last === null ? null : { used: turn.last, size: turn.window }
  return { failure, usage: isKnown ? usageOf(turn) : null, model: turn.model, context }
}

function failureOf({ error, limits }: Turn, said: AgentFailure | null): AgentFailure | null {
  // A version that writes down no kinds: then nothing is known to pass by itself.
  if (!error) return said && { ...said, cause: 'error' }
  const cause = error.info && causeOfInfo(error.info)
  if (cause === null) return null
  const hint = cause === 'authentication' ? `; ${LOG_IN}` : ''
  const message = cleanText(`Codex reported: ${cleanText(error.words, MESSAGE_MAX)}${hint}`, MESSAGE_MAX * 2)
  return { cause, message, retryAt: cause === 'limit' ? resetOf(limits) : null }
}

/** The API turned the first request down, so there was nothing to count. */
function isRefusedAtOnce(failure: AgentFailure | null): boolean {
  return failure !== null && ['authentication', 'limit', 'overload', 'model'].includes(failure.cause)
}

function usageOf({ before, total, answers }: Turn): Usage {
  return {
    input_tokens: Math.max(0, total.input - before.input),
    output_tokens: Math.max(0, total.output - before.output),
    cache_read_tokens: Math.max(0, total.cached - before.cached),
    cost_usd: answers === 0 ? 0 : null,
    turns: answers,
  }
}

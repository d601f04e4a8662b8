import type { AgentEvent, AgentFailure, AgentRequest, StreamReader } from '../agent.ts'
import { asNumber, asObject, asText, type JsonObject } from '../json-value.ts'
import { failure, failureOfError, failureOfSilence, failureOfStop, lostSession } from './ending.ts'
import { PROTOCOL, wayToReopen } from './opening.ts'
import { reminder } from './permission.ts'
import type { AcpRow } from './rows.ts'
import { modelOf, refusedWish, type Wish, wishesOf } from './set-up.ts'
import { createTurn, type Turn } from './turn.ts'
import { tokensOfAnswer } from './usage.ts'
import { answerLine, type Incoming, type RpcError, readMessage, refusalLine, requestLine } from './wire.ts'

/** Gemini goes on replaying after it has said that the session is open. */
const QUIET_ROUNDS = 2
/** An agent that stops at every refusal is told to go on this often. */
const MAX_REMINDERS = 3

type Phase = 'initialize' | 'open' | 'replay' | 'set-up' | 'prompt' | 'over'

interface Dialogue {
  request: AgentRequest
  row: AcpRow
  phase: Phase
  /** The id of our last request; an answer to any other is none. */
  asked: number
  version: string | null
  session: string | null
  wishes: Wish[]
  /** Rounds since the last word of a replay. */
  quiet: number
  reminders: number
  turn: Turn
}

/** The client's side of the Agent Client Protocol, as a reader: what it hears decides what it says next. */
export function acpReader(request: AgentRequest, row: AcpRow): StreamReader {
  const turn = createTurn(request)
  const dialogue: Dialogue = {
    request,
    row,
    phase: 'initialize',
    asked: 0,
    version: null,
    session: null,
    wishes: [],
    quiet: 0,
    reminders: 0,
    turn,
  }
  return {
    line: (text) => {
      const message = dialogue.phase === 'over' ? null : readMessage(text)
      return message ? hear(dialogue, message) : []
    },
  }
}

function hear(dialogue: Dialogue, message: Incoming): AgentEvent[] {
  switch (message.kind) {
    case 'request':
      return serve(dialogue, message)
    case 'notification':
      return message.method === 'session/update' ? update(dialogue, message.params) : []
    case 'answer':
      return message.id === dialogue.asked ? goOn(dialogue, message.result) : []
    case 'error':
      return message.id === dialogue.asked ? giveUp(dialogue, message.error) : []
  }
}

/** Only permissions are ours to give. */
function serve(
  dialogue: Dialogue,
  { id, method, params }: Extract<Incoming, { kind: 'request' }>,
): AgentEvent[] {
  if (method !== 'session/request_permission') return [{ kind: 'say', line: refusalLine(id, method) }]
  const { events, answer } = dialogue.turn.permission(params)
  return [...events, { kind: 'say', line: answerLine(id, answer) }]
}

/** What comes before the prompt is the replay of an earlier conversation, or the agent's menu. */
function update(dialogue: Dialogue, params: JsonObject): AgentEvent[] {
  const said = asObject(params.update)
  if (!said) return []
  if (said.sessionUpdate !== 'available_commands_update') dialogue.quiet = 0
  return dialogue.phase === 'prompt' ? dialogue.turn.update(said) : []
}

function goOn(dialogue: Dialogue, result: JsonObject): AgentEvent[] {
  switch (dialogue.phase) {
    case 'initialize':
      return openSession(dialogue, result)
    case 'open':
      return opened(dialogue, result)
    case 'replay':
      return listenOn(dialogue)
    case 'set-up':
      return setUp(dialogue)
    case 'prompt':
      return finish(dialogue, result)
    case 'over':
      return []
  }
}

function ask(dialogue: Dialogue, phase: Phase, call: { method: string; params: JsonObject }): AgentEvent[] {
  dialogue.phase = phase
  dialogue.asked += 1
  return [{ kind: 'say', line: requestLine(dialogue.asked, call.method, call.params) }]
}

function openSession(dialogue: Dialogue, hello: JsonObject): AgentEvent[] {
  const { request, row } = dialogue
  const version = asNumber(hello.protocolVersion)
  if (version !== PROTOCOL)
    return end(dialogue, failure('error', `${row.label} speaks version ${version} of the protocol, not 1`))
  dialogue.version = asText(asObject(hello.agentInfo)?.version)
  const place = { cwd: request.workspace, mcpServers: [] }
  if (request.resumeSession === null) return ask(dialogue, 'open', { method: 'session/new', params: place })
  const method = wayToReopen(asObject(hello.agentCapabilities))
  if (method === null) return end(dialogue, lostSession(row, 'it cannot reopen one'))
  dialogue.session = request.resumeSession
  return ask(dialogue, 'open', { method, params: { ...place, sessionId: request.resumeSession } })
}

function opened(dialogue: Dialogue, session: JsonObject): AgentEvent[] {
  const { request, row, version } = dialogue
  const id = asText(session.sessionId) ?? dialogue.session
  if (id === null) return end(dialogue, failure('error', `${row.label} opened a session without an id`))
  dialogue.session = id
  dialogue.wishes = wishesOf(request, row, session)
  const model = request.model ?? modelOf(session, row)
  const next = request.resumeSession === null ? setUp(dialogue) : listenOn(dialogue)
  return [{ kind: 'session', id, model, version }, ...next]
}

/** A question of no meaning is put again and again, until nothing but its answer comes back: the replay has ended. */
function listenOn(dialogue: Dialogue): AgentEvent[] {
  const isOver = dialogue.phase === 'replay' && dialogue.quiet >= QUIET_ROUNDS
  dialogue.quiet += 1
  return isOver ? setUp(dialogue) : ask(dialogue, 'replay', { method: '_wiggum/still-there', params: {} })
}

function setUp(dialogue: Dialogue): AgentEvent[] {
  const { row, request, session: sessionId } = dialogue
  const wish = dialogue.wishes[0]
  if (!wish) return promptWith(dialogue, request.prompt)
  if (!wish.ask || (wish.offered.length > 0 && !wish.offered.includes(wish.value)))
    return end(dialogue, refusedWish(row, wish))
  dialogue.wishes = dialogue.wishes.slice(1)
  return ask(dialogue, 'set-up', { ...wish.ask, params: { sessionId, ...wish.ask.params } })
}

/** A prompt that went wrong has been paid for as well, and nobody says how much. */
function giveUp(dialogue: Dialogue, error: RpcError): AgentEvent[] {
  const { row, phase, request, turn } = dialogue
  if (phase === 'replay') return listenOn(dialogue)
  if (phase === 'prompt') turn.answered({})
  const reason = failureOfError(row, error)
  const isLost = phase === 'open' && request.resumeSession !== null && reason.cause === 'error'
  return end(dialogue, isLost ? lostSession(row, error.message) : reason)
}

function promptWith(dialogue: Dialogue, text: string): AgentEvent[] {
  const params = { sessionId: dialogue.session, prompt: [{ type: 'text', text }] }
  return ask(dialogue, 'prompt', { method: 'session/prompt', params })
}

function finish(dialogue: Dialogue, result: JsonObject): AgentEvent[] {
  const { turn, row } = dialogue
  const reason = asText(result.stopReason)
  const isStuck = turn.isStuck(row) && (reason === 'end_turn' || reason === 'cancelled')
  turn.answered(result)
  if (isStuck && dialogue.reminders < MAX_REMINDERS) return remind(dialogue)
  const stopped = failureOfStop(row, reason, turn.denied())
  return end(dialogue, stopped ?? failureOfSilence(row, turn.text(), tokensOfAnswer(result)))
}

function remind(dialogue: Dialogue): AgentEvent[] {
  const { request, turn } = dialogue
  dialogue.reminders += 1
  return [...turn.close(), ...promptWith(dialogue, reminder(request, turn.denied()))]
}

function end(dialogue: Dialogue, reason: AgentFailure | null): AgentEvent[] {
  const { turn, row, request } = dialogue
  dialogue.phase = 'over'
  const text = reason === null ? turn.text() : ''
  const usage = turn.usage(row, request.resumeSession !== null)
  return [
    ...turn.close(),
    { kind: 'result', text, ok: reason === null, failure: reason, usage },
    { kind: 'hang-up' },
  ]
}

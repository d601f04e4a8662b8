import type { Usage } from '../../core/events.ts'
import type { AgentEvent, AgentRequest } from '../agent.ts'
import { askedEvents } from '../gates.ts'
import { asAmount, asList, asObject, asText, type JsonObject } from '../json-value.ts'
import { chooseOption, judgeCall, permissionAnswer } from './permission.ts'
import type { AcpRow } from './rows.ts'
import { createToolCalls, toolName } from './tool-calls.ts'
import { isOver, toolResult } from './tool-result.ts'
import { createTranscript } from './transcript.ts'
import { addTokens, costOf, type Tokens, tokensOfAnswer, UNKNOWN_USAGE } from './usage.ts'

export interface Turn {
  update(update: JsonObject): AgentEvent[]
  permission(params: JsonObject): { events: AgentEvent[]; answer: unknown }
  /** The answer to a prompt, for what it says of tokens. */
  answered(answer: JsonObject): void
  denied(): string[]
  /** A tool was refused, none was tried since, and nothing said, or only that: some agents then wait for a person. */
  isStuck(row: AcpRow): boolean
  text(): string
  usage(row: AcpRow, resumed: boolean): Usage
  /** What was begun and not yet said. */
  close(): AgentEvent[]
}

/** What happens between a prompt and its answer. */
export function createTurn(request: AgentRequest): Turn {
  const calls = createToolCalls()
  const transcript = createTranscript()
  const denied: string[] = []
  /** The call that was refused, if none came after it. */
  let refused: string | null = null
  let plans = 0
  const answers: Tokens[] = []
  let cost: number | null = null

  const chunk = (update: JsonObject, kind: 'text' | 'thought') =>
    transcript.add(kind, asText(asObject(update.content)?.text) ?? '')
  const tool = (update: JsonObject): AgentEvent[] => {
    const call = calls.learn(update)
    if (!call) return []
    if (call.id !== refused) refused = null
    const isTold = update.status === 'in_progress' || isOver(update)
    const events = [...transcript.cut(), ...(isTold ? calls.announce(call) : [])]
    if (!isOver(update)) return events
    calls.close(call.id)
    return [...events, toolResult(call, update)]
  }
  const plan = (update: JsonObject): AgentEvent[] => {
    const id = `plan-${++plans}`
    const call: AgentEvent = {
      kind: 'tool-call',
      id,
      name: 'plan',
      input: { entries: asList(update.entries) },
    }
    return [call, { kind: 'tool-result', id, isError: false, text: '' }]
  }
  const occupancy = (update: JsonObject): AgentEvent[] => {
    cost = costOf(update) ?? cost
    const used = asAmount(update.used)
    return used === null ? [] : [{ kind: 'context', used, size: asAmount(update.size) }]
  }

  return {
    update(update) {
      switch (update.sessionUpdate) {
        case 'agent_message_chunk':
          return chunk(update, 'text')
        case 'agent_thought_chunk':
          return chunk(update, 'thought')
        case 'tool_call':
        case 'tool_call_update':
          return tool(update)
        case 'plan':
          return plan(update)
        case 'usage_update':
          return occupancy(update)
        default:
          return []
      }
    },
    permission(params) {
      const call = calls.learn(asObject(params.toolCall) ?? {})
      const judged = call === null ? { allowed: false, operations: [] } : judgeCall(call, request)
      const choice = chooseOption(params.options, judged.allowed)
      const name = call === null ? 'a tool without a name' : toolName(call)
      if (!choice.allowed) denied.push(name)
      refused = choice.allowed ? null : (call?.id ?? '')
      return {
        events: [
          ...transcript.cut(),
          ...(call ? calls.announce(call) : []),
          ...verdict(name, choice.allowed),
          ...askedEvents(judged.operations, request),
        ],
        answer: permissionAnswer(choice),
      }
    },
    answered(answer) {
      answers.push(tokensOfAnswer(answer))
      refused = null
    },
    denied: () => denied,
    isStuck: (row) => refused !== null && (row.stopsAtRefusal || transcript.isSilent()),
    text: () => transcript.final(),
    usage(row, resumed) {
      // The cost is the whole conversation's, and of a reopened one we know only the end.
      const cost_usd = row.cost && !resumed ? cost : null
      return { ...UNKNOWN_USAGE, ...tokensFor(row, answers, resumed), cost_usd }
    },
    close: () => transcript.cut(),
  }
}

function tokensFor({ tokens }: AcpRow, answers: Tokens[], resumed: boolean): Tokens | null {
  switch (tokens) {
    case 'prompt':
      return answers.reduce<Tokens | null>(addTokens, null)
    case 'process':
      return answers.at(-1) ?? null
    case 'session':
      return resumed ? null : (answers.at(-1) ?? null)
    case 'unknown':
      return null
  }
}

function verdict(tool: string, allowed: boolean): AgentEvent[] {
  const asked: AgentEvent = { kind: 'permission', tool, allowed }
  return allowed ? [asked] : [asked, { kind: 'denial', tool }]
}

import { contentText } from '../agents/claude-blocks.ts'
import {
  asAmount,
  asNumber,
  asObject,
  asObjects,
  asText,
  type JsonObject,
  parseObject,
} from '../agents/json-value.ts'
import type { ImportedEnd, Importer, ImportReader, ImportSink } from './importer.ts'
import { endOf, instanceOf } from './swe-agent.ts'

/** `<instance>.traj.json`: the messages of a conversation in which every answer is one command, or a call of `bash`. */
export const miniSweAgent: Importer = {
  id: 'mini-swe-agent',
  label: 'mini-swe-agent trajectory',
  recognises: (head, name) =>
    /^\s*\{/.test(head) &&
    (/"trajectory_format":\s*"mini-swe-agent/.test(head) ||
      /"mini_version":/.test(head) ||
      (/\.traj(?:ectory)?\.json$/.test(name) && /"messages":\s*\[|"exit_status":/.test(head))),
  shape: { kind: 'document', lists: ['messages'] },
  open: (sink, { name }) => trajectory(sink, name),
}

interface Talk {
  sink: ImportSink
  calls: number
  hasTask: boolean
  /** Calls whose answers are still to come, in their order. */
  open: string[]
  how: ImportedEnd
}

function trajectory(sink: ImportSink, path: string): ImportReader {
  const talk: Talk = { sink, calls: 0, hasTask: false, open: [], how: null }
  let began = false
  return {
    value: (value) => {
      const message = asObject(value)
      if (!message) return sink.problem('unknown', 'a message that is no object')
      if (!began) sink.begin({ id: instanceOf(path), agent: 'mini-swe-agent' })
      began = true
      readMessage(talk, message)
    },
    rest: (value) => {
      const info = asObject(asObject(value)?.info)
      const config = asObject(info?.config)
      const limit = asNumber(asObject(config?.agent)?.step_limit)
      sink.know({
        model: asText(asObject(config?.model)?.model_name),
        // 0: as many as it likes.
        maxSteps: limit === null || limit <= 0 ? null : limit,
      })
      const usd = asAmount(asObject(info?.model_stats)?.instance_cost)
      if (usd !== null) sink.spend({ input: null, output: null, usd })
      talk.how = endOf(asText(info?.exit_status)) ?? talk.how
    },
    end: () => sink.end(talk.how),
  }
}

function readMessage(talk: Talk, message: JsonObject): void {
  const text = contentText(message.content)
  switch (message.role) {
    case 'system':
      return
    case 'assistant':
      readAnswer(talk, message, text)
      return
    case 'user':
    case 'tool':
      readReply(talk, message, text)
      return
    case 'exit':
      talk.how = endOf(asText(asObject(message.extra)?.exit_status))
      return
    default:
      talk.sink.problem('unknown', `a message of role "${asText(message.role) ?? ''}"`)
  }
}

function readAnswer(talk: Talk, message: JsonObject, text: string): void {
  const { sink } = talk
  const at = instantOf(message)
  const words = text.replace(FENCED, '').trim()
  if (words !== '') sink.event({ kind: 'thought', text: words }, at)
  for (const { id, command } of commandsOf(message, text)) {
    talk.calls += 1
    const call = id ?? `call ${talk.calls}`
    talk.open.push(call)
    sink.event({ kind: 'tool-call', id: call, name: 'bash', input: { command } }, at)
  }
  tellSpent(sink, message)
}

const FENCED = /```(?:bash|sh|mswea_bash_command)?\s*\n([\s\S]*?)\n```/

function commandsOf(message: JsonObject, text: string): { id: string | null; command: string }[] {
  const made = asObjects(asObject(message.extra)?.actions)
  const called = asObjects(message.tool_calls)
  const fenced = FENCED.exec(text)?.[1]
  const given = made.length > 0 ? made.map(readMade) : called.map(readCalled)
  if (given.length > 0) return given.flatMap(({ id, command }) => (command === null ? [] : [{ id, command }]))
  return fenced === undefined ? [] : [{ id: null, command: fenced }]
}

function readMade(action: JsonObject) {
  return { id: asText(action.tool_call_id), command: asText(action.command) }
}

function readCalled(call: JsonObject) {
  const given = parseObject(asText(asObject(call.function)?.arguments) ?? '')
  return { id: asText(call.id), command: asText(given?.command) }
}

/** What the shell answered, or a person's words: the first of them is the task. */
function readReply(talk: Talk, message: JsonObject, text: string): void {
  const called = asText(message.tool_call_id)
  const id = called !== null && talk.open.includes(called) ? called : talk.open[0]
  if (id === undefined) {
    tellTurn(talk, text)
    return
  }
  talk.open = talk.open.filter((each) => each !== id)
  const extra = asObject(message.extra)
  const framed = RETURNED.exec(text)
  const exitCode = asNumber(extra?.returncode) ?? (framed ? Number(framed[1]) : null)
  const output = asText(extra?.raw_output) ?? asText(extra?.output) ?? framed?.[2] ?? text
  const isError = exitCode !== null && exitCode !== 0
  talk.sink.event({ kind: 'tool-result', id, isError, text: output, exitCode }, instantOf(message))
}

const RETURNED = /^\s*<returncode>(-?\d+)<\/returncode>\s*(?:<output>\n?)?([\s\S]*?)(?:<\/output>\s*)?$/

function tellTurn(talk: Talk, text: string): void {
  if (text.trim() === '') return
  if (!talk.hasTask) talk.sink.know({ task: text })
  talk.hasTask = true
  talk.sink.turn(text, null)
}

function tellSpent(sink: ImportSink, message: JsonObject): void {
  const usage = asObject(asObject(asObject(message.extra)?.response)?.usage)
  const input = asAmount(usage?.prompt_tokens)
  if (input === null) return
  const cached = asAmount(asObject(usage?.prompt_tokens_details)?.cached_tokens)
  sink.spend({ input, output: asAmount(usage?.completion_tokens), usd: null, cached })
}

function instantOf(message: JsonObject): string | null {
  const seconds = asAmount(message.timestamp) ?? asAmount(asObject(message.extra)?.timestamp)
  return seconds === null || seconds > 8.64e12 ? null : new Date(seconds * 1000).toISOString()
}

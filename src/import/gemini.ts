import { basename } from 'node:path/posix'
import { asAmount, asObject, asObjects, asText, type JsonObject } from '../agents/json-value.ts'
import { createSeen, type Seen } from '../steps/seen.ts'
import { partsText, readAnswer, readParts } from './gemini-parts.ts'
import type { ImportedEnd, Importer, ImportReader, ImportSink } from './importer.ts'

const places = [
  { folder: '.gemini/tmp', begins: 'session-', ends: '.jsonl', moved: { by: 'GEMINI_CLI_HOME', of: '' } },
]

/** `~/.gemini/tmp/<project>/chats/session-<time>-<id>.jsonl`: messages, told again as they grow. */
export const gemini: Importer = {
  id: 'gemini',
  label: 'Gemini CLI session',
  recognises: (head) =>
    /^\s*\{"sessionId":"[^"]+","projectHash":/.test(head) ||
    /^\s*\{"id":"[^"]+","timestamp":"[^"]+","type":"(?:user|gemini)"/.test(head),
  shape: { kind: 'lines' },
  open: (sink, { name }) => geminiSession(sink, name),
  places,
}

/** The same as one document, as earlier versions wrote it; and a conversation saved with `/chat save`. */
export const geminiDocument: Importer = {
  id: 'gemini-json',
  label: 'Gemini CLI session',
  recognises: (head, name) =>
    /^\s*\{\s*"sessionId":\s*"[^"]*",\s*"projectHash":/.test(head) ||
    (/^\s*(?:\{\s*"history":\s*)?\[\s*\{\s*"(?:role|parts)":/.test(head) &&
      /"parts":\s*\[/.test(head) &&
      /checkpoint|\.json$/.test(name)),
  shape: { kind: 'document', lists: ['messages', 'history', ''] },
  open: (sink, { name }) => geminiSession(sink, name),
  places: [{ ...places[0]!, ends: '.json' }],
}

interface Session {
  sink: ImportSink
  name: string
  began: boolean
  hasTask: boolean
  /** Messages and calls that were told. */
  told: Seen
  how: ImportedEnd
}

function geminiSession(sink: ImportSink, path: string): ImportReader {
  const name = basename(path).replace(/\.jsonl?(?:\.gz)?$/, '')
  const session: Session = { sink, name, began: false, hasTask: false, told: createSeen(), how: null }
  return {
    value: (value) => {
      const line = asObject(value)
      if (!line) return sink.problem('unknown', 'a piece that is no object')
      readLine(session, line)
    },
    rest: (value) => {
      const id = asText(asObject(value)?.sessionId)
      if (id !== null && session.began) sink.know({ id })
    },
    end: () => sink.end(session.how),
  }
}

function readLine(session: Session, line: JsonObject): void {
  const id = asText(line.sessionId)
  const changed = asObject(line.$set)
  if (changed) {
    for (const message of asObjects(changed.messages)) readLine(session, message)
    return
  }
  if (line.$rewindTo !== undefined) return
  const kind = asText(line.type) ?? asText(line.role)
  if (id !== null && kind === null) begin(session, id)
  else if (kind === null || !KINDS.test(kind))
    session.sink.problem('unknown', kind === null ? 'a line without a type' : `a message of type "${kind}"`)
  else {
    if (!session.began) begin(session, session.name)
    if (kind === 'gemini' || kind === 'model') readAnswers(session, line)
    if (kind === 'user') readUser(session, line)
  }
}

const KINDS = /^(?:user|gemini|model|info|warning|error|system)$/

function begin(session: Session, id: string): void {
  if (session.began) session.sink.end(session.how)
  Object.assign(session, { began: true, hasTask: false, how: null })
  session.sink.begin({ id, agent: 'gemini' })
}

function readUser(session: Session, line: JsonObject): void {
  const at = asText(line.timestamp)
  const text = partsText(line.content ?? line.parts)
  // In a saved conversation the answers to calls are here alone.
  for (const event of readParts(line.parts)) if (event.kind === 'tool-result') session.sink.event(event, at)
  const context = /Workspace Directories:\**\s*\n\s*- (.+)/.exec(text)
  if (context) session.sink.know({ cwd: context[1]!.trim() })
  if (text.trim() === '' || /^\s*<session_context>|^This is the Gemini CLI\./.test(text)) return
  const id = asText(line.id)
  if (id !== null && !session.told.add(`turn ${id}`)) return
  if (!session.hasTask) session.sink.know({ task: text })
  Object.assign(session, { hasTask: true, how: null })
  session.sink.turn(text, at)
}

/** A message is told once it has words, and again with the calls that it made. */
function readAnswers(session: Session, line: JsonObject): void {
  const { sink, told } = session
  const at = asText(line.timestamp)
  const id = asText(line.id)
  sink.know({ model: asText(line.model) })
  const calls = asObjects(line.toolCalls)
  if (id === null || told.add(id)) tellWords(session, line, at)
  for (const call of calls) tellCall(session, call, at)
  const isCalling = calls.length > 0 || readParts(line.parts).some(({ kind }) => kind === 'tool-call')
  session.how = isCalling ? null : 'finished'
}

function tellWords({ sink }: Session, line: JsonObject, at: string | null): void {
  for (const thought of asObjects(line.thoughts)) {
    const text = [asText(thought.subject), asText(thought.description)].filter(Boolean).join(': ')
    if (text !== '') sink.event({ kind: 'thought', text }, at)
  }
  const text = partsText(line.content)
  if (text !== '') sink.event({ kind: 'text', text }, at)
  for (const event of readParts(line.parts)) sink.event(event, at)
  const tokens = asObject(line.tokens)
  if (!tokens) return
  const output = (asAmount(tokens.output) ?? 0) + (asAmount(tokens.thoughts) ?? 0)
  sink.spend({ input: asAmount(tokens.input), output, usd: null, cached: asAmount(tokens.cached) })
}

function tellCall({ sink, told }: Session, call: JsonObject, began: string | null): void {
  const id = asText(call.id)
  const name = asText(call.name)
  const status = asText(call.status)
  // While it runs nothing came of it; then it is told again.
  if (id === null || name === null || !/^(?:success|error|cancelled)$/.test(status ?? '')) return
  if (!told.add(`call ${id}`)) return
  const at = asText(call.timestamp) ?? began
  sink.event({ kind: 'tool-call', id, name, input: call.args ?? null }, began)
  const [answer] = asObjects(call.result).flatMap((part) => {
    const response = asObject(part.functionResponse)
    return response ? [readAnswer(response)] : []
  })
  const text = answer?.kind === 'tool-result' ? answer.text : ''
  const isError = status !== 'success' || (answer?.kind === 'tool-result' && answer.isError)
  sink.event({ kind: 'tool-result', id, isError, text }, at)
}

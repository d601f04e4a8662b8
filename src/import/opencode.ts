import type { AgentEvent } from '../agents/agent.ts'
import { asAmount, asNumber, asObject, asObjects, asText, type JsonObject } from '../agents/json-value.ts'
import type { ImportedEnd, Importer, ImportFile, ImportReader, ImportSink } from './importer.ts'

/** What `opencode export` prints; and a session of the storage that its earlier versions kept as files. */
export const opencode: Importer = {
  id: 'opencode',
  label: 'opencode session',
  recognises: (head) =>
    /^\s*\{\s*"info":\s*\{\s*"id":\s*"ses_/.test(head) || /^\s*\{\s*"id":\s*"ses_[^"]*",/.test(head),
  shape: { kind: 'document', lists: ['messages'] },
  open: (sink, file) => opencodeSession(sink, file),
  places: [
    {
      folder: '.local/share/opencode/storage/session',
      begins: 'ses_',
      ends: '.json',
      moved: { by: 'XDG_DATA_HOME', of: '.local/share' },
    },
  ],
}

interface Session {
  sink: ImportSink
  began: boolean
  hasTask: boolean
  how: ImportedEnd
}

function opencodeSession(sink: ImportSink, { near }: ImportFile): ImportReader {
  const session: Session = { sink, began: false, hasTask: false, how: null }
  return {
    value: (value) => {
      const message = asObject(value)
      const info = asObject(message?.info)
      if (!info) return sink.problem('unknown', 'a message without its info')
      readMessage(session, info, asObjects(message?.parts))
    },
    rest: (value) => {
      const rest = asObject(value)
      const stored = asText(rest?.id)
      const info = asObject(rest?.info) ?? rest
      if (stored !== null && near) {
        begin(session, stored)
        for (const { message, parts } of storedMessages(stored, near)) readMessage(session, message, parts)
      }
      if (session.began) sink.know({ cwd: asText(info?.directory) })
    },
    end: () => sink.end(session.how),
  }
}

/** It becomes part of a path. */
const NAME = /^[\w-]+$/

/** Each message is a file, and each of its parts is one. */
function* storedMessages(id: string, near: NonNullable<ImportFile['near']>) {
  if (!NAME.test(id)) return
  const messages = `../../message/${id}`
  for (const name of near.names(messages)) {
    const [message] = asObjects([...near.values(`${messages}/${name}`)])
    const own = asText(message?.id) ?? ''
    const folder = `../../part/${own}`
    const parts = (NAME.test(own) ? near.names(folder) : []).flatMap((part) => [
      ...near.values(`${folder}/${part}`),
    ])
    if (message) yield { message, parts: asObjects(parts) }
  }
}

function begin(session: Session, id: string): void {
  if (session.began) return
  session.began = true
  session.sink.begin({ id, agent: 'opencode' })
}

function readMessage(session: Session, info: JsonObject, parts: JsonObject[]): void {
  const { sink } = session
  begin(session, asText(info.sessionID) ?? 'session')
  const at = instantAt(info.time, 'created')
  if (info.role === 'user') {
    readUser(session, parts, at)
    return
  }
  sink.know({ model: asText(info.modelID), cwd: asText(asObject(info.path)?.cwd) })
  for (const part of parts) for (const [event, when] of readPart(part)) sink.event(event, when ?? at)
  readTokens(sink, info)
  session.how = endOf(info)
}

function readUser(session: Session, parts: JsonObject[], at: string | null): void {
  const said = parts.filter(({ type, synthetic }) => type === 'text' && synthetic !== true)
  const text = said.map((part) => asText(part.text) ?? '').join('\n')
  if (text.trim() === '') return
  if (!session.hasTask) session.sink.know({ task: text })
  Object.assign(session, { hasTask: true, how: null })
  session.sink.turn(text, at)
}

function readPart(part: JsonObject): [AgentEvent, string | null][] {
  const text = asText(part.text)
  const began = instantAt(part.time, 'start')
  if (part.type === 'text' && text) return [[{ kind: 'text', text }, began]]
  if (part.type === 'reasoning' && text) return [[{ kind: 'thought', text }, began]]
  return part.type === 'tool' ? readTool(part) : []
}

function readTool(part: JsonObject): [AgentEvent, string | null][] {
  const state = asObject(part.state)
  const id = asText(part.callID)
  const name = asText(part.tool)
  if (!state || id === null || name === null) return []
  const call: AgentEvent = { kind: 'tool-call', id, name, input: state.input ?? null }
  const began = instantAt(state.time, 'start')
  if (state.status !== 'completed' && state.status !== 'error') return [[call, began]]
  const isError = state.status === 'error'
  const text = asText(isError ? state.error : state.output) ?? ''
  const exitCode = asNumber(asObject(state.metadata)?.exit)
  const result: AgentEvent = {
    kind: 'tool-result',
    id,
    isError,
    text,
    ...(exitCode === null ? {} : { exitCode }),
  }
  return [
    [call, began],
    [result, instantAt(state.time, 'end')],
  ]
}

function readTokens(sink: ImportSink, info: JsonObject): void {
  const tokens = asObject(info.tokens)
  const input = asAmount(tokens?.input)
  if (!tokens || input === null) return
  const cache = asObject(tokens.cache)
  const cached = asAmount(cache?.read)
  const output = (asAmount(tokens.output) ?? 0) + (asAmount(tokens.reasoning) ?? 0)
  // It says 0 of a model whose price it does not know.
  const usd = asAmount(info.cost) || null
  sink.spend({ input: input + (cached ?? 0) + (asAmount(cache?.write) ?? 0), output, usd, cached })
}

function endOf(info: JsonObject): ImportedEnd {
  const error = asText(asObject(info.error)?.name)
  if (info.finish === 'length' || error === 'MessageOutputLengthError') return 'cut'
  return info.finish === 'stop' && error === null ? 'finished' : null
}

function instantAt(time: unknown, key: string): string | null {
  const ms = asAmount(asObject(time)?.[key])
  return ms === null || ms > 8.64e15 ? null : new Date(ms).toISOString()
}

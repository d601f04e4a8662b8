import { blocksOf, contentText, readBlock, readToolResult } from '../agents/claude-blocks.ts'
import { asAmount, asObject, asText, type JsonObject } from '../agents/json-value.ts'
import { promptOf } from './claude-prompt.ts'
import { createClaudeSpend } from './claude-spend.ts'
import type { ImportedEnd, Importer, ImportReader, ImportSink } from './importer.ts'

/** `~/.claude/projects/<project>/<session>.jsonl`: a line for each block of a message, and for what the host does beside. */
export const claude: Importer = {
  id: 'claude',
  label: 'Claude Code transcript',
  recognises: (head) => LINE.test(head) && !OTHERS.test(head.split('\n', 1)[0]!.slice(0, 4000)),
  shape: { kind: 'lines' },
  open: (sink) => claudeTranscript(sink),
  places: [
    {
      folder: '.claude/projects',
      ends: '.jsonl',
      // Long names are cut, and go on with something else.
      project: (path) => path.replaceAll(/[^A-Za-z0-9]/g, '-').slice(0, 150),
      moved: { by: 'CLAUDE_CONFIG_DIR', of: '.claude' },
    },
  ],
}

/** A message, or what the host noted before the first one. */
const LINE =
  /^\s*\{(?:"type":"(?:summary","summary|file-history-snapshot","messageId)":|(?=.*"sessionId":").*"type":"(?:user|assistant|system|attachment|queue-operation)")/
/** Other agents, too, have sessions. */
const OTHERS = /"parts":\[|"projectHash":|"provenance":/

/** What the host writes down for itself, and says nothing of what the agent did. */
const ASIDE =
  /^(?:summary|attachment|file-history-snapshot|queue-operation|progress|custom-title|ai-title|agent-name|agent-color|tag|mode|permission-mode|last-prompt|tools-used|atis-latch|api-request(?:-\w+)*|pr-link|worktree-state|content-replacement|speculation-accept|attribution-snapshot|marble-origami-\w+|turn_duration|saved_hook_context)$/

interface Session {
  sink: ImportSink
  spend: ReturnType<typeof createClaudeSpend>
  id: string | null
  hasTask: boolean
  /** All of the session, where the host says so at its end. */
  usd: number | null
  /** How the main conversation stands. */
  how: ImportedEnd
  /** A command that a person typed: whether the host alone answered it, the next line says. */
  command: { text: string; at: string | null } | null
}

function claudeTranscript(sink: ImportSink): ImportReader {
  const spend = createClaudeSpend(sink)
  const session: Session = { sink, spend, id: null, hasTask: false, usd: null, how: null, command: null }
  return {
    value: (value) => {
      const line = asObject(value)
      if (!line) return sink.problem('unknown', 'a line that is no object')
      readLine(session, line)
    },
    end: () => leave(session),
  }
}

function leave(session: Session): void {
  release(session)
  session.spend.flush()
  if (session.usd !== null) session.sink.spend({ input: null, output: null, usd: session.usd })
  session.sink.end(session.how)
}

function readLine(session: Session, line: JsonObject): void {
  const type = asText(line.type)
  if (type === 'user' || type === 'assistant') {
    if (!enter(session, line)) session.sink.problem('unknown', 'a message of no session')
    else if (type === 'user') readUser(session, line)
    else readAssistant(session, line)
  } else if (type === 'cost-state') {
    // Told again as it grows; where a model's price is not known, it is too little.
    if (line.hasUnknownModelCost !== true) session.usd = asAmount(line.totalCostUSD)
  } else if (type !== 'system' && (type === null || !ASIDE.test(type)))
    session.sink.problem('unknown', type === null ? 'a line without a type' : `a line of type "${type}"`)
}

/** A session's own file may go on with another one's lines. Helpers with files of their own are runs of their own. */
function enter(session: Session, line: JsonObject): boolean {
  const of = asText(line.sessionId)
  if (of === null || asObject(line.message) === null) return false
  const helper = line.isSidechain === true ? asText(line.agentId) : null
  const isOther = session.id === null || session.id.split('/')[0] !== of
  if (!isOther) return true
  if (session.id !== null) leave(session)
  session.id = helper === null ? of : `${of}/${helper}`
  Object.assign(session, { hasTask: false, usd: null, how: null, command: null })
  session.sink.begin({ id: session.id, agent: 'claude', cwd: asText(line.cwd) })
  return true
}

function readAssistant(session: Session, line: JsonObject): void {
  const { sink } = session
  const message = asObject(line.message)
  const isHelper = line.isSidechain === true
  const isInside = isHelper && !session.id?.includes('/')
  release(session)
  // Written by the host in the model's name.
  if (line.isApiErrorMessage === true || message?.model === '<synthetic>') {
    if (!isInside) session.how = asText(line.error) === 'rate_limit' ? 'cut' : null
    return
  }
  if (!isInside) sink.know({ model: asText(message?.model) })
  const at = asText(line.timestamp)
  const events = blocksOf(line).flatMap(readBlock)
  // What a helper says comes to the agent as the result of a call.
  for (const event of isInside ? events.filter(isCall) : events)
    sink.event(event.kind === 'tool-call' && isHelper ? { ...event, helper: true } : event, at)
  session.spend.note(line)
  if (!isInside) session.how = endOf(message, events.some(isCall))
}

const isCall = ({ kind }: { kind: string }) => kind === 'tool-call'

function endOf(message: JsonObject | null, calls: boolean): ImportedEnd {
  if (message?.stop_reason === 'max_tokens') return 'cut'
  return calls ? null : 'finished'
}

function readUser(session: Session, line: JsonObject): void {
  const at = asText(line.timestamp)
  const results = blocksOf(line).flatMap(readToolResult)
  for (const event of results) session.sink.event(event, at)
  if (results.length > 0) release(session)
  else if (line.isSidechain !== true) readPrompt(session, line, at)
  else if (session.id?.includes('/')) task(session, contentText(asObject(line.message)?.content), at)
}

function readPrompt(session: Session, line: JsonObject, at: string | null): void {
  const prompt = promptOf(line)
  if (prompt === null) return
  if (prompt.kind === 'answered') session.command = null
  if (prompt.kind === 'interrupted') session.how = null
  if (prompt.kind === 'command') {
    release(session)
    session.command = { text: prompt.text, at }
  }
  if (prompt.kind === 'words') {
    release(session)
    task(session, prompt.text, at)
  }
}

/** A command that the host did not answer by itself went to the model. */
function release(session: Session): void {
  const { command } = session
  session.command = null
  if (command) task(session, command.text, command.at)
}

function task(session: Session, text: string, at: string | null): void {
  if (!session.hasTask) session.sink.know({ task: text })
  session.hasTask = true
  session.how = null
  session.sink.turn(text, at)
}

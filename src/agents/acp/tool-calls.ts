import { cleanText } from '../../contracts/clean-text.ts'
import type { AgentEvent } from '../agent.ts'
import { asList, asObject, asText, type JsonObject } from '../json-value.ts'

/** One tool call, as far as its updates have told it. */
export interface ToolCall {
  id: string
  /** The agent's own name of the tool, where it says one. */
  name: string | null
  /** The protocol's own word: read, edit, execute, … */
  kind: string | null
  title: string | null
  /** Its first title; opencode begins with the tool's name. */
  firstTitle: string | null
  input: JsonObject | null
  paths: string[]
  /** What it printed, as far as it came in pieces. */
  printed: string
  announced: boolean
}

const NAME_MAX = 120
/** Of what is printed in pieces, the end is kept. */
const PRINTED_MAX = 256 * 1024
/** A path is under one of these in what the tools of the known agents are given. */
const PATH_KEYS = [
  'path',
  'file_path',
  'filePath',
  'filepath',
  'fileName',
  'absolute_path',
  'abs_path',
  'destination',
]
/** So they call the folder that a command is run in. */
const FOLDER_KEYS = ['cwd', 'workdir', 'directory', 'dir_path']

export function createToolCalls() {
  const open = new Map<string, ToolCall>()
  return {
    /** What an update adds to what is known of the call it names; `null` if it names none. */
    learn(update: JsonObject): ToolCall | null {
      const id = asText(update.toolCallId)
      if (id === null) return null
      const call = learned(open.get(id) ?? unknownCall(id), update)
      open.set(id, call)
      return call
    },
    /** Once: its input is not complete before it runs, or asks. */
    announce(call: ToolCall): AgentEvent[] {
      if (call.announced) return []
      call.announced = true
      return [{ kind: 'tool-call', id: call.id, name: toolName(call), input: inputOf(call) }]
    },
    close: (id: string) => open.delete(id),
  }
}

function unknownCall(id: string): ToolCall {
  return {
    id,
    name: null,
    kind: null,
    title: null,
    firstTitle: null,
    input: null,
    paths: [],
    printed: '',
    announced: false,
  }
}

function learned(call: ToolCall, update: JsonObject): ToolCall {
  const input = asObject(update.rawInput)
  const paths = [...call.paths, ...pathsOf(update, input)]
  return Object.assign(call, {
    name: asText(update.name) ?? nameInMeta(update) ?? call.name,
    kind: asText(update.kind) ?? call.kind,
    title: asText(update.title) ?? call.title,
    firstTitle: call.firstTitle ?? asText(update.title),
    input: input && Object.keys(input).length > 0 ? input : call.input,
    paths: [...new Set(paths)],
    printed: (call.printed + piecePrinted(update)).slice(-PRINTED_MAX),
  })
}

/** Codex's and Claude's agents send the output of a terminal beside the update. */
function piecePrinted(update: JsonObject): string {
  const meta = asObject(update._meta)
  const piece = asObject(meta?.terminal_output_delta) ?? asObject(meta?.terminal_output)
  return asText(piece?.data) ?? ''
}

/** Where Claude's and Qwen's agents put it. */
function nameInMeta(update: JsonObject): string | null {
  const meta = asObject(update._meta)
  return asText(asObject(meta?.claudeCode)?.toolName) ?? asText(meta?.toolName)
}

function pathsOf(update: JsonObject, input: JsonObject | null): string[] {
  const places = [...asList(update.locations), ...asList(update.content)].map((each) => asObject(each)?.path)
  const named = PATH_KEYS.map((key) => input?.[key])
  // Codex names the files of a patch as keys.
  const patched = Object.keys(asObject(input?.changes) ?? {})
  return [...places, ...named, ...patched].flatMap((path) => asText(path) ?? [])
}

/** What is shown and recorded: a name, else the kind, and the title where neither says anything. */
export function toolName({ name, kind, firstTitle }: ToolCall): string {
  const word = name ?? (kind === 'other' ? (firstTitle ?? kind) : (kind ?? firstTitle))
  return cleanText(word ?? 'tool', NAME_MAX)
}

function inputOf(call: ToolCall): unknown {
  if (call.input) return call.input
  const command = commandOf(call)
  const [path] = call.paths
  return {
    ...(command === null ? {} : { command }),
    ...(path === undefined ? {} : { path }),
    ...(call.title === null ? {} : { title: call.title }),
  }
}

/** Some agents give a command only as the title. */
export function commandOf({ kind, title, input }: ToolCall): string | null {
  const given = input?.command ?? input?.cmd ?? input?.script
  const words = asList(given)
  if (words.length > 0 && words.every((word) => typeof word === 'string')) return commandOfWords(words)
  return asText(given) ?? (kind === 'execute' ? title : null)
}

/** Where its command is run, if it says so. */
export function folderOf({ input }: ToolCall): string | null {
  return FOLDER_KEYS.map((key) => asText(input?.[key])).find(Boolean) ?? null
}

/** `["bash", "-lc", "npm test"]` means the script; any other list means its words. */
function commandOfWords(words: string[]): string {
  const [shell = '', option = '', script] = words
  const isScript = /(^|\/)(ba|z|da)?sh$/.test(shell) && /^-l?c$/.test(option) && words.length === 3
  return isScript && script !== undefined ? script : words.map(quoted).join(' ')
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}

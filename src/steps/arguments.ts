import { asList, asObject, asText, type JsonObject, parseObject } from '../agents/json-value.ts'
import { unwrapped } from './command-line.ts'
import { digestOf } from './digest.ts'
import { patchedPaths } from './patch-paths.ts'
import type { StepArguments } from './step.ts'

export interface Call {
  name: string
  input: unknown
}

/** Some agents give a call's arguments as the text of a JSON object. */
export function inputObject(input: unknown): JsonObject {
  const text = asText(input)
  return asObject(input) ?? (text?.trimStart().startsWith('{') ? parseObject(text) : null) ?? {}
}

const MAX_PATHS = 32
const MAX_COMMAND = 2000

/** `command`: what the call runs, if it runs something. `root`: the folder that paths are shortened by. */
export function argumentsOf(call: Call, command: string | null, root: string | null): StepArguments {
  const shown = command?.replaceAll('\r\n', '\n').trim() ?? null
  const input = shown === null ? call.input : withCommand(call.input, shown)
  return {
    digest: digestOf(`${call.name.toLowerCase()} ${canonical(input)}`),
    paths: pathsOf(call.input)
      .slice(0, MAX_PATHS)
      .map((path) => relativeTo(root, path)),
    command: shown?.slice(0, MAX_COMMAND) ?? null,
  }
}

/** The command itself, without the shell that some agents put around it. */
export function commandOf(input: unknown): string | null {
  const fields = inputObject(input)
  const given =
    fields.command ?? fields.cmd ?? fields.script ?? (Object.keys(fields).length === 0 ? input : null)
  if (Array.isArray(given)) {
    const words = given.map((word) => asText(word) ?? '')
    if (/(?:^|\/)(?:ba|z|da)?sh$/.test(words[0] ?? '') && /^-l?c$/.test(words[1] ?? ''))
      return words[2] ?? null
    return words.length > 0 ? words.join(' ') : null
  }
  const text = asText(given)
  return text === null || text.trim() === '' ? null : unwrapped(text)
}

const PATH_KEYS = [
  'file_path',
  'filePath',
  'path',
  'notebook_path',
  'absolute_path',
  'filename',
  'fileName',
  'file',
  'dir_path',
  'directory',
]
const LIST_KEYS = ['paths', 'files', 'changes', 'locations', 'edits']

export function pathsOf(input: unknown): string[] {
  const fields = inputObject(input)
  const single = PATH_KEYS.map((key) => asText(fields[key]))
  const listed = LIST_KEYS.flatMap((key) => asList(fields[key]).map((item) => asText(item) ?? pathIn(item)))
  // Codex over ACP names the files of a patch as keys.
  const keys = Object.keys(asObject(fields.changes) ?? {})
  const said = [...single, ...listed, ...keys].filter((path): path is string => path !== null && path !== '')
  // A patch beside a path is about that path, and may name it in another way.
  return [...new Set(said.length > 0 ? said : patchedPaths(patchText(input, fields)))]
}

function pathIn(item: unknown): string | null {
  const fields = asObject(item)
  return fields === null ? null : (asText(fields.path) ?? asText(fields.file_path) ?? asText(fields.filePath))
}

function patchText(input: unknown, fields: JsonObject): string {
  const given = fields.patch ?? fields.diff ?? fields.input ?? fields.patchText ?? commandOf(input)
  return asText(given) ?? ''
}

const NEW_KEYS = [
  'new_string',
  'newString',
  'new_str',
  'newText',
  'new_text',
  'new_source',
  'content',
  'file_text',
  'insert_text',
  'replacement',
  'patch',
  'diff',
  'patchText',
  'input',
]
const REPLACED_KEYS = ['old_string', 'oldString', 'old_str', 'oldText', 'old_text']
const OLD_KEYS = [...REPLACED_KEYS, 'insert_line', 'command']

/** What an edit puts there. */
export function newTexts(input: unknown): string[] {
  const fields = inputObject(input)
  const nested = asList(fields.edits).flatMap((edit) =>
    asObject(edit) ? textsAt(inputObject(edit), NEW_KEYS) : [],
  )
  return [...textsAt(fields, NEW_KEYS), ...nested]
}

/** What an edit takes away. */
export function oldTexts(input: unknown): string[] {
  const fields = inputObject(input)
  const nested = asList(fields.edits).flatMap((edit) =>
    asObject(edit) ? textsAt(inputObject(edit), REPLACED_KEYS) : [],
  )
  return [...textsAt(fields, REPLACED_KEYS), ...nested]
}

/** Tells one edit from another, whichever tool makes it. `null`: the call does not say what it puts there. */
export function editDigest(input: unknown, paths: string[]): string | null {
  const fields = inputObject(input)
  const parts = [fields, ...asList(fields.edits).map(inputObject)]
  const texts = [...newTexts(input), ...parts.flatMap((part) => textsAt(part, OLD_KEYS))]
  const patches = asObject(fields.changes)
  if (patches) texts.push(canonical(patches))
  const command = texts.length === 0 ? commandOf(input) : null
  if (command !== null) texts.push(command)
  return texts.length === 0 ? null : digestOf(JSON.stringify([paths, texts.map(digestOf)]))
}

function textsAt(fields: JsonObject, keys: string[]): string[] {
  return keys.flatMap((key) => {
    const value = fields[key]
    return typeof value === 'string' ? [value] : typeof value === 'number' ? [String(value)] : []
  })
}

function withCommand(input: unknown, command: string): JsonObject {
  const { cmd: _cmd, script: _script, ...rest } = inputObject(input)
  return { ...rest, command: command.replace(/[ \t]+/g, ' ') }
}

/** Said to people, or about waiting: the call is the same with others. */
const BESIDE =
  /^(?:description|explanation|justification|reason|intent|timeout|timeout_?ms|yield_time_ms|max_output_tokens|security_risk)$/i
const MAX_DEPTH = 6

function canonical(value: unknown, depth = 0): string {
  if (depth > MAX_DEPTH) return '…'
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, depth + 1)).join()}]`
  const fields = asObject(value)
  if (fields === null)
    return typeof value === 'string' ? digestOf(value) : String(JSON.stringify(value) ?? null)
  const keys = Object.keys(fields)
    .filter((key) => !BESIDE.test(key))
    .sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(fields[key], depth + 1)}`).join()}}`
}

/** One name for one file, whether an agent says it from the root or from the workspace. */
export function relativeTo(root: string | null, path: string): string {
  const short = path.slice(0, 500)
  const inside =
    root !== null && root !== '' && short.startsWith(`${root}/`) ? short.slice(root.length + 1) : short
  return inside.replace(/^(?:\.\/)+(?=.)/, '')
}

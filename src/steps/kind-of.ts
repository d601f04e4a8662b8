import { asList, asObject, asText, type JsonObject } from '../agents/json-value.ts'
import { commandOf, inputObject, newTexts, pathsOf } from './arguments.ts'
import { commandKind } from './command-kind.ts'
import type { ToolKind } from './step.ts'
import { EDITOR_COMMANDS, EDITORS, TOOL_TABLES } from './tool-tables.ts'

const KINDS: ReadonlyMap<string, ToolKind> = new Map(Object.values(TOOL_TABLES).flatMap(Object.entries))

/** What a call does: by the tool's name; for a command, by what it runs; for an unknown tool, by its arguments. */
export function kindOf(tool: string, input: unknown): ToolKind {
  const command = shellCommand(tool, input)
  return command === null ? baseKind(tool, input) : commandKind(command)
}

/** The command that a call runs. Other tools, too, have an argument of that name. */
export function shellCommand(tool: string, input: unknown): string | null {
  return baseKind(tool, input) === 'shell' ? commandOf(input) : null
}

function baseKind(tool: string, input: unknown): ToolKind {
  const name = tool.toLowerCase()
  const fields = inputObject(input)
  if (EDITORS.has(name)) return EDITOR_COMMANDS.get(asText(fields.command) ?? '') ?? 'other'
  return KINDS.get(name) ?? byShape(fields)
}

/** For tools of servers and plug-ins. Only what leaves no doubt: a path alone may be read or deleted. */
function byShape(fields: JsonObject): ToolKind {
  const has = (key: string) => fields[key] !== undefined
  if (asText(fields.command) !== null || asText(fields.cmd) !== null) return 'shell'
  if (['todos', 'plan', 'entries'].some((key) => asList(fields[key]).some((item) => asObject(item))))
    return 'todo'
  if (pathsOf(fields).length > 0 && newTexts(fields).length > 0) {
    return ['old_string', 'oldString', 'old_str', 'oldText', 'edits', 'diff', 'patch'].some(has)
      ? 'edit'
      : 'write'
  }
  return asText(fields.url) !== null ? 'web' : 'other'
}

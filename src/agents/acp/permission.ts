import { isAbsolute, relative, resolve } from 'node:path'
import { operationsOf } from '../../policy/destructive/index.ts'
import { isAllowed, type Leave, type Operation, type Place } from '../../policy/destructive/operation.ts'
import { NO_LEAVE, placeOf, realPath } from '../gates.ts'
import { asObjects, asText, type JsonObject } from '../json-value.ts'
import { onlyRuns } from './shell-command.ts'
import { commandOf, folderOf, type ToolCall } from './tool-calls.ts'

export interface Rights {
  writes: boolean
  workspace: string
  boxed?: boolean
  leave?: Leave
}

interface Judged {
  allowed: boolean
  /** What of it reaches beyond the workspace. */
  operations: Operation[]
}

/** What one who writes wants beyond the workspace is allowed by name; anything else, by what it is. */
export function judgeCall(call: ToolCall, rights: Rights): Judged {
  const place = placeOf(rights)
  const operations = rights.writes ? operationsOf(deedOf(call, place), place) : []
  const leave = rights.leave ?? NO_LEAVE
  const allowed = mayDo(call, rights) && operations.every((each) => isAllowed(each, leave))
  return { allowed, operations }
}

function deedOf(call: ToolCall, { workspace }: Place) {
  const cwd = realPath(resolve(workspace, folderOf(call) ?? ''))
  return { command: commandOf(call), deletes: call.kind === 'delete' ? call.paths : [], cwd }
}

/** The one policy: who writes may do what stays in the workspace, and run commands; the others may look and test. */
function mayDo(call: ToolCall, rights: Rights): boolean {
  const command = commandOf(call)
  const kind = call.kind ?? (command === null ? 'other' : 'execute')
  switch (kind) {
    case 'read':
    case 'search':
    case 'think':
      return true
    case 'execute':
      return rights.writes || (command !== null && onlyRuns(command))
    case 'delete':
      // Which of them may go is asked by their names.
      return rights.writes && call.paths.length > 0
    case 'edit':
    case 'move':
      // Without a path there is nothing to judge by.
      return rights.writes && call.paths.length > 0 && isInside(call, rights)
    default:
      return rights.writes && isInside(call, rights)
  }
}

function isInside({ paths }: ToolCall, { workspace }: Rights): boolean {
  // An agent may know it by the name without links.
  const names = [workspace, realPath(workspace)]
  return paths.every((path) => !path.startsWith('~') && names.some((name) => leadsInto(name, path)))
}

function leadsInto(folder: string, path: string): boolean {
  const way = relative(folder, resolve(folder, withoutScheme(path)))
  return way !== '..' && !way.startsWith('../') && !isAbsolute(way)
}

function withoutScheme(path: string): string {
  return path.startsWith('file://') ? path.slice('file://'.length) : path
}

export interface Choice {
  optionId: string | null
  allowed: boolean
}

/** The answer for this once; for good only where nothing else is offered. An agent that offers neither gets none. */
export function chooseOption(options: unknown, allowed: boolean): Choice {
  const kinds = allowed ? ['allow_once', 'allow_always'] : ['reject_once', 'reject_always']
  const offered = asObjects(options)
  const ids = kinds.flatMap((kind) => idOfKind(offered, kind) ?? [])
  return { optionId: ids[0] ?? null, allowed: allowed && ids.length > 0 }
}

function idOfKind(options: JsonObject[], kind: string): string | null {
  return asText(options.find((option) => option.kind === kind)?.optionId)
}

export function permissionAnswer({ optionId }: Choice) {
  return { outcome: optionId === null ? { outcome: 'cancelled' } : { outcome: 'selected', optionId } }
}

/** For an agent that stopped because of a refusal. */
export function reminder({ writes, workspace }: Rights, denied: string[]): string {
  const tools = [...new Set(denied)].join(', ')
  const rule = writes
    ? `Change files only inside ${workspace}.`
    : 'You may look, and run tests, but not change files.'
  return `You are not allowed to do this here: ${tools}. ${rule} Go on without it, and end as you were told to.`
}

import { realpathSync } from 'node:fs'
import { isAllowed, type Leave, type Operation, type Place } from '../policy/destructive/operation.ts'
import type { AgentEvent, AgentRequest } from './agent.ts'
import { asList, asObject, asText, type JsonObject, parseObject } from './json-value.ts'

/** How an agent's program learns what it may do beyond its workspace, and what it is told about it. */

export const NO_LEAVE: Leave = { kinds: [], operations: [] }

/** Folders for temporary files: the call's own only where a sandbox makes them so. */
const TEMPORARY = ['/tmp', '/var/tmp']

type Rights = Pick<AgentRequest, 'workspace' | 'boxed' | 'leave'>

/** A program knows its folder by the name without links: that one is the workspace, and the given one its own, too. */
export function placeOf({ workspace, boxed }: Rights, real = realPath(workspace)): Place {
  const given = real === workspace ? [] : [workspace]
  return { workspace: real, own: [...given, ...(boxed ? TEMPORARY : [])] }
}

export function realPath(path: string): string {
  try {
    return path === '' ? path : realpathSync(path)
  } catch {
    return path
  }
}

export function askedEvents(operations: Operation[], { leave = NO_LEAVE }: Rights): AgentEvent[] {
  return operations.map((operation) => ({
    kind: 'asked',
    operation,
    allowed: isAllowed(operation, leave),
  }))
}

export const GATES_VARIABLE = 'WIGGUM_GATES'

export function gatesVariable({
  workspace,
  boxed = false,
  leave = NO_LEAVE,
}: Rights): Record<string, string> {
  // In a sandbox a link may not be there to be followed.
  return { [GATES_VARIABLE]: JSON.stringify({ ...leave, boxed, workspace: realPath(workspace) }) }
}

/** The other end of the variable. What is not understood is not allowed. */
export function gatesOf(env: NodeJS.ProcessEnv, cwd: string): { place: Place; leave: Leave } {
  const given = parseObject(env[GATES_VARIABLE] ?? '')
  const workspace = env.WIGGUM_WORKSPACE || cwd
  const never = asObject(given?.never)
  const real = asText(given?.workspace) ?? undefined
  return {
    place: placeOf({ workspace, boxed: given?.boxed === true }, real),
    leave: { ...namedIn(given), ...(never ? { never: namedIn(never) } : {}) },
  }
}

function namedIn(given: JsonObject | null): Pick<Leave, 'kinds' | 'operations'> {
  const operations = asList(given?.operations).flatMap((each) => {
    const { kind, what } = { kind: asText(asObject(each)?.kind), what: asText(asObject(each)?.what) }
    return kind === null || what === null ? [] : [{ kind, what }]
  })
  const kinds = asList(given?.kinds).flatMap((kind) => asText(kind) ?? [])
  // They are only ever compared with known kinds: an unknown one allows nothing.
  return { kinds, operations } as Leave
}

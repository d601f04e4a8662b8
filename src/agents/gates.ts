import { isAllowed, type Leave, type Operation, type Place } from '../policy/destructive/operation.ts'
import type { AgentEvent, AgentRequest } from './agent.ts'
import { asList, asObject, asText, parseObject } from './json-value.ts'

/** How an agent's program learns what it may do beyond its workspace, and what it is told about it. */

export const NO_LEAVE: Leave = { kinds: [], operations: [] }

/** Folders for temporary files: the call's own only where a sandbox makes them so. */
const TEMPORARY = ['/tmp', '/var/tmp']

type Rights = Pick<AgentRequest, 'workspace' | 'boxed' | 'leave'>

export function placeOf({ workspace, boxed }: Rights): Place {
  return { workspace, own: boxed ? TEMPORARY : [] }
}

export function askedEvents(operations: Operation[], { leave = NO_LEAVE }: Rights): AgentEvent[] {
  return operations.map((operation) => ({
    kind: 'asked',
    operation,
    allowed: isAllowed(operation, leave),
  }))
}

export const GATES_VARIABLE = 'WIGGUM_GATES'

export function gatesVariable({ boxed = false, leave = NO_LEAVE }: Rights): Record<string, string> {
  return { [GATES_VARIABLE]: JSON.stringify({ ...leave, boxed }) }
}

/** The other end of the variable. What is not understood is not allowed. */
export function gatesOf(env: NodeJS.ProcessEnv, cwd: string): { place: Place; leave: Leave } {
  const given = parseObject(env[GATES_VARIABLE] ?? '')
  const workspace = env.WIGGUM_WORKSPACE || cwd
  const operations = asList(given?.operations).flatMap((each) => {
    const { kind, what } = { kind: asText(asObject(each)?.kind), what: asText(asObject(each)?.what) }
    return kind === null || what === null ? [] : [{ kind, what }]
  })
  const kinds = asList(given?.kinds).flatMap((kind) => asText(kind) ?? [])
  return {
    place: placeOf({ workspace, boxed: given?.boxed === true }),
    // They are only ever compared with known kinds: an unknown one allows nothing.
    leave: { kinds, operations } as Leave,
  }
}

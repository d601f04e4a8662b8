import { operationsOf } from '../policy/destructive/index.ts'
import { isAllowed, type Operation } from '../policy/destructive/operation.ts'
import type { AgentEvent } from './agent.ts'
import type { Heard } from './claude-stream.ts'
import { askedEvents, NO_LEAVE, placeOf } from './gates.ts'
import { asObject, asObjects, asText, type JsonObject } from './json-value.ts'
import { refusedIn } from './refusal.ts'

/** What a command reaches beyond the workspace. */
export interface Reach {
  /** As it looks from here, where the shell is taken to be at the workspace's root. */
  operations: Operation[]
  /** As the hook saw it, if it has refused it. */
  told: Operation[] | null
}

/** A command that reaches beyond the workspace: what it may do is said at once, the rest if it is refused. */
export function noteReach(event: AgentEvent, { request, reaching }: Heard): AgentEvent[] {
  if (event.kind !== 'tool-call' || event.name !== 'Bash' || !request?.writes) return []
  const command = asText(asObject(event.input)?.command)
  const operations = operationsOf({ command, deletes: [] }, placeOf(request))
  const isLet = operations.every((each) => isAllowed(each, request.leave ?? NO_LEAVE))
  // The hook may see it otherwise, after a `cd`: so what looks harmless is noted, too.
  reaching.set(event.id, { operations: isLet ? [] : operations, told: null })
  return isLet ? askedEvents(operations, request) : []
}

/** What a refused command gives back is the hook's reason. Newer versions say there that it was refused. */
export function noteRefusal(event: AgentEvent, message: JsonObject, heard: Heard): AgentEvent[] {
  const reach = event.kind === 'tool-result' && event.isError ? heard.reaching.get(event.id) : undefined
  if (event.kind !== 'tool-result' || !reach) return []
  reach.told = refusedIn(event.text)
  if (heard.denied.has(event.id) || !isRejected(message, event.id)) return []
  heard.denied.add(event.id)
  return [{ kind: 'denial', tool: 'Bash' }, ...refusedReach(event.id, heard)]
}

function isRejected(message: JsonObject, id: string): boolean {
  const about = asObjects(message.tool_result_meta).find((each) => each.id === id)
  return asObject(about?.permission_decision)?.decision === 'reject'
}

/** `reason`: as the denial gives it, where it does. */
export function refusedReach(id: string, { reaching, request }: Heard, reason = ''): AgentEvent[] {
  const reach = reaching.get(id)
  if (!request || !reach) return []
  return askedEvents(refusedIn(reason) ?? reach.told ?? reach.operations, request)
}

import { operationsOf } from '../policy/destructive/index.ts'
import { isAllowed } from '../policy/destructive/operation.ts'
import type { AgentEvent } from './agent.ts'
import type { Heard } from './claude-stream.ts'
import { askedEvents, NO_LEAVE, placeOf } from './gates.ts'
import { asObject, asText } from './json-value.ts'

/** A command that reaches beyond the workspace: what it may do is said at once, the rest if it is refused. */
export function noteReach(event: AgentEvent, { request, reaching }: Heard): AgentEvent[] {
  if (event.kind !== 'tool-call' || event.name !== 'Bash' || !request?.writes) return []
  const command = asText(asObject(event.input)?.command)
  const operations = operationsOf({ command, deletes: [] }, placeOf(request))
  if (operations.every((each) => isAllowed(each, request.leave ?? NO_LEAVE)))
    return askedEvents(operations, request)
  reaching.set(event.id, operations)
  return []
}

export function refusedReach(id: string, { reaching, request }: Heard): AgentEvent[] {
  return request ? askedEvents(reaching.get(id) ?? [], request) : []
}

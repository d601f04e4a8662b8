import { operationsOf } from '../policy/destructive/index.ts'
import { isAllowed } from '../policy/destructive/operation.ts'
import { GATES_VARIABLE, gatesOf } from './gates.ts'
import { asObject, asText, parseObject } from './json-value.ts'

/** What a host's hook before a tool answers. `null`: nothing to say, and the host decides as it always does. */
export function preToolAnswer(given: string, env: NodeJS.ProcessEnv): string | null {
  const input = parseObject(given)
  const command = asText(asObject(input?.tool_input)?.command)
  // Outside a run nobody is asked, so nothing is refused.
  if (command === null || env[GATES_VARIABLE] === undefined) return null
  const cwd = asText(input?.cwd) ?? ''
  const { place, leave } = gatesOf(env, cwd)
  const operations = operationsOf({ command, deletes: [], ...(cwd ? { cwd } : {}) }, place)
  const refused = operations.filter((each) => !isAllowed(each, leave))
  if (refused.length === 0) return null
  return JSON.stringify({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: reasonOf(refused.map(({ kind, what }) => `${kind}: ${what}`)),
    },
  })
}

function reasonOf(refused: string[]): string {
  return `This reaches beyond your workspace (${refused.join('; ')}). The user is asked about it once you have ended. Go on without it, and say in your closing block what is left.`
}

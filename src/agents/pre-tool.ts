import { operationsOf } from '../policy/destructive/index.ts'
import { isAllowed, isNever, type Leave, type Operation } from '../policy/destructive/operation.ts'
import { GATES_VARIABLE, gatesOf, realPath } from './gates.ts'
import { asObject, asText, parseObject } from './json-value.ts'
import { refusalLine } from './refusal.ts'

/** What a host's hook before a tool answers. `null`: nothing to say, and the host decides as it always does. */
export function preToolAnswer(given: string, env: NodeJS.ProcessEnv): string | null {
  const input = parseObject(given)
  const command = asText(asObject(input?.tool_input)?.command)
  // Outside a run nobody is asked, so nothing is refused.
  if (command === null || env[GATES_VARIABLE] === undefined) return null
  const cwd = realPath(asText(input?.cwd) ?? '')
  const { place, leave } = gatesOf(env, cwd)
  const operations = operationsOf({ command, deletes: [], ...(cwd ? { cwd } : {}) }, place)
  const refused = operations.filter((each) => !isAllowed(each, leave))
  if (refused.length === 0) return null
  return JSON.stringify({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: `${reasonOf(refused, leave)}\n${refusalLine(operations)}`,
    },
  })
}

function reasonOf(refused: Operation[], leave: Leave): string {
  const never = refused.filter((each) => isNever(each, leave))
  const open = refused.filter((each) => !isNever(each, leave))
  const parts = [
    open.length > 0
      ? `This reaches beyond your workspace (${listed(open)}). The user is asked about it once you have ended.`
      : '',
    never.length > 0 ? `This reaches beyond your workspace and is refused for good (${listed(never)}).` : '',
    'Go on without it, and say in your closing block what is left.',
  ]
  return parts.filter(Boolean).join(' ')
}

function listed(operations: Operation[]): string {
  return operations.map(({ kind, what }) => `${kind}: ${what}`).join('; ')
}

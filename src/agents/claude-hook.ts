import { dirname } from 'node:path'
import type { AgentRequest } from './agent.ts'
import { gatesVariable } from './gates.ts'
import { ownFile } from './own-file.ts'

const PROGRAM = 'wiggum.js'

/** Before each command Claude Code asks us whether that reaches beyond the workspace; only who writes is asked about. */
export function claudeHook(request: AgentRequest): { args: string[]; env: Record<string, string> } {
  const program = ownFile(PROGRAM)
  if (!request.writes || program === null) return { args: [], env: {} }
  const command = `${[process.execPath, program].map(quoted).join(' ')} hook pre-tool`
  const hooks = { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command, timeout: 30 }] }] }
  return { args: ['--settings', JSON.stringify({ hooks })], env: gatesVariable(request) }
}

/** In a sandbox the hook has to find its program. */
export function hookFolders(): string[] {
  const program = ownFile(PROGRAM)
  return program === null ? [] : [dirname(program)]
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`
}

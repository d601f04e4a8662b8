import type { AgentEvent } from '../agents/agent.ts'
import type { TestRun } from '../core/events.ts'
import { errorSignature } from './error-signature.ts'
import { framedExit } from './exit-code.ts'
import type { OpenCall } from './open-call.ts'
import { testRunBy } from './test-run.ts'

export type ToolResult = Extract<AgentEvent, { kind: 'tool-result' }>

export interface Outcome {
  failed: boolean
  exit: number | null
  error: string | null
  test: TestRun | null
}

/** What came of a call: by the stream's flag, its exit code, and the runner's own summary. */
export function outcomeOf(call: OpenCall, result: ToolResult): Outcome {
  const framed = framedExit(call.name, result.text, result.isError)
  const exit = result.exitCode ?? framed.exit
  const failed = hasFailed(call, result, exit)
  const test = testOf(call, framed.output, { failed, exit })
  const red = failed || test?.ok === false
  return { failed, exit, error: red ? errorOf(call, framed.output, exit) : null, test }
}

/** A command that failed without a word is told by its exit code. */
function errorOf(call: OpenCall, output: string, exit: number | null): string | null {
  return errorSignature(errorText(call, output)) ?? (exit === null ? null : `process: exit ${exit}`)
}

function hasFailed({ shell, edit }: OpenCall, result: ToolResult, exit: number | null): boolean {
  if (shell?.asks && exit === 1) return false
  if (result.isError || (exit !== null && exit !== 0)) return true
  return shell === null && edit !== null && REFUSED.test(result.text.slice(0, 300))
}

/** How editing tools without an error flag begin their refusal. It is the tool that speaks here, not a file. */
const REFUSED =
  /^\s*(?:<tool_use_error>|ERROR:|Error:|No replacement was performed|Invalid `\w+` parameter|No edit was made)/

function testOf(
  { shell }: OpenCall,
  output: string,
  ended: Pick<Outcome, 'failed' | 'exit'>,
): TestRun | null {
  const run = shell && shell.runner !== null ? testRunBy(shell.runner, output) : null
  // With others in the same line, the exit code may be theirs.
  if (run === null || !shell?.alone) return run
  if (ended.failed) return { ...run, ok: false }
  return run.ok === null && run.passed === null && ended.exit === 0 ? { ...run, ok: true } : run
}

/** A tool that is no command says in its first words what is wrong; below may be a piece of a file. */
function errorText(call: OpenCall, output: string): string {
  if (call.shell !== null) return output
  const said = output.slice(0, 2000).replace(/^\s*(?:<tool_use_error>|error:\s*\n)\s*/i, '')
  return said.trimStart().split('\n', 1)[0] ?? ''
}

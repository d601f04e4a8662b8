import type { CheckResult, VerifyPlan } from '../core/events.ts'

/** Runs one shell command under supervision; given by the runtime. */
export type CheckRunner = (name: string, command: string, timeoutMs: number) => Promise<CheckResult>

interface Checked {
  green: boolean
  /** False: there was nothing that could have been red. */
  ran: boolean
  /** One sentence: the first thing that was wrong, or that nothing was. */
  reason: string
  checks: CheckResult[]
}

/**
 * Setup, test, acceptance commands, required files. A red test does not keep the acceptance commands from running: the
 * report should name everything that is wrong. Only exit codes count; no output is read.
 */
export async function runChecks(
  plan: VerifyPlan,
  runner: CheckRunner,
  fileExists: (path: string) => boolean,
): Promise<Checked> {
  const checks: CheckResult[] = []
  if (plan.test === null && plan.acceptance.length === 0 && plan.required_files.length === 0) {
    return {
      green: false,
      ran: false,
      reason: 'there is no test command, acceptance command or required file',
      checks,
    }
  }
  const run = async ([name, command]: [string, string]) => {
    const result = await runner(name, command, Math.round(plan.timeout_minutes * 60_000))
    checks.push(result)
    return result
  }
  for (const step of named('setup', plan.setup)) {
    const result = await run(step)
    if (!passed(result))
      return { green: false, ran: true, reason: `setup failed: ${fault(result, plan)}`, checks }
  }
  const steps = [
    ...named('test', plan.test === null ? [] : [plan.test]),
    ...named('acceptance', plan.acceptance),
  ]
  for (const step of steps) await run(step)
  checks.push(...plan.required_files.map((path) => fileCheck(path, fileExists(path))))
  const wrong = checks.filter((check) => !passed(check)).map((check) => fault(check, plan))
  return { green: wrong.length === 0, ran: true, reason: wrong[0] ?? 'all checks green', checks }
}

/** `acceptance`, `acceptance-2`: names become file names of logs. */
function named(kind: string, commands: string[]): [string, string][] {
  return commands.map((command, i) => [i === 0 ? kind : `${kind}-${i + 1}`, command])
}

function fileCheck(path: string, exists: boolean): CheckResult {
  const shared = { timed_out: false, duration_ms: 0, artifact: null, tail: '' }
  return { name: `required-${path}`, command: `test -e ${path}`, exit: exists ? 0 : 1, ...shared }
}

function passed(check: CheckResult): boolean {
  return check.exit === 0 && !check.timed_out
}

function fault(check: CheckResult, plan: VerifyPlan): string {
  const command = check.command.length > 100 ? `${check.command.slice(0, 100)}…` : check.command
  if (check.name.startsWith('required-'))
    return `required file ${check.name.slice('required-'.length)} is missing`
  if (check.timed_out) return `${command} timed out after ${plan.timeout_minutes} min`
  return check.exit === null ? `${command} was ended by a signal` : `${command} exited ${check.exit}`
}

import { setTimeout as sleep } from 'node:timers/promises'
import { forever, misbehave } from './misbehave.ts'
import type { Misbehaviour, ReadScenario, ScriptedCall, Turn } from './scenario.ts'
import type { Stream } from './stream.ts'
import { doWork } from './work.ts'

export type Choice = { ok: true; turn: ScriptedCall } | { ok: false; problem: string }

/** Which entry serves this call: by step where the scenario names it, else by role; the last one serves all later calls. */
export function chooseTurn(scenario: ReadScenario, env: NodeJS.ProcessEnv): Choice {
  const { WIGGUM_ROLE: role, WIGGUM_STEP: step, WIGGUM_ATTEMPT: attempt = '1' } = env
  if (!role) return { ok: false, problem: 'WIGGUM_ROLE is not set, so there is no role to play' }
  if (!/^[1-9]\d{0,8}$/.test(attempt)) {
    return { ok: false, problem: `WIGGUM_ATTEMPT must be a whole number of at least 1, not "${attempt}"` }
  }
  const turns = own(scenario.roles, step) ?? own(scenario.roles, role)
  const turn = turns?.[Math.min(Number(attempt), turns.length) - 1]
  if (turn) return { ok: true, turn }
  const known = Object.keys(scenario.roles).join(', ')
  return { ok: false, problem: `the scenario "${scenario.name}" has no role "${role}"; it has ${known}` }
}

function own(roles: ReadScenario['roles'], key: string | undefined): ScriptedCall[] | undefined {
  return key !== undefined && Object.hasOwn(roles, key) ? roles[key] : undefined
}

/** Plays one call and says the exit code. A test may have its work done elsewhere than in the folder this process is in. */
export async function playTurn(turn: Turn, stream: Stream, work = doWork): Promise<number> {
  const bad = turn.misbehave
  if (bad.ignore_sigterm) process.on('SIGTERM', () => {})
  await stream.init()
  if (turn.say !== undefined) await stream.text(turn.say)
  await wait(turn.delay_ms)
  for (const call of turn.tool_calls) await stream.tool(call)
  await work(turn, stream)
  const environment = bad.print_env ? await printEnvironment(stream) : ''
  await misbehave(bad, stream)
  if (bad.api_error !== undefined) return failAtApi(bad, bad.api_error, { turn, stream })
  if (bad.no_result) return turn.exit ?? 0
  if (turn.context === 'exhausted') {
    await stream.exhausted(turn)
    return turn.exit ?? 1
  }
  if (turn.context !== undefined) await stream.filled(turn.context)
  await stream.result(environment + finalMessage(turn), turn)
  if (bad.hang_after_result) await forever()
  return turn.exit ?? 0
}

/** In small steps, so that a signal is noticed on the way on every platform. */
async function wait(ms: number): Promise<void> {
  const end = Date.now() + ms
  for (let left = ms; left > 0; left = end - Date.now()) await sleep(Math.min(left, 50))
}

async function printEnvironment(stream: Stream): Promise<string> {
  const lines = Object.entries(process.env).map(([name, value]) => `${name}=${value}`)
  const result = lines.sort().join('\n')
  await stream.tool({ name: 'Bash', input: { command: 'env' }, result, is_error: false })
  return `${result}\n\n`
}

async function failAtApi(
  bad: Misbehaviour,
  status: number,
  { turn, stream }: { turn: Turn; stream: Stream },
): Promise<number> {
  const resetsAt = resetInstant(bad)
  if (resetsAt !== null) await stream.limit(resetsAt)
  await stream.apiError(status)
  return turn.exit ?? 1
}

function resetInstant(bad: Misbehaviour): number | null {
  if (bad.resets_at !== undefined) return Date.parse(bad.resets_at) / 1000
  return bad.resets_in_seconds === undefined ? null : Date.now() / 1000 + bad.resets_in_seconds
}

function finalMessage(turn: Turn): string {
  if (turn.contract === undefined) return turn.output
  const text = turn.output === '' ? '' : `${turn.output.trimEnd()}\n\n`
  return `${text}\`\`\`wiggum\n${JSON.stringify(turn.contract, null, 1)}\n\`\`\`\n`
}

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { chooseTurn, playTurn } from './play.ts'
import { parseScenario } from './scenario.ts'
import { openStream } from './stream.ts'
import { ScenarioError } from './work.ts'

const USAGE = 'usage: scripted-agent.js [--as-claude] <scenario.yaml|json>'
const BAD_SCENARIO = 2

async function playCall(args: string[]): Promise<number> {
  // As `claude` it is given that program's own flags behind the scenario, and does without them.
  const asClaude = args[0] === '--as-claude'
  const rest = asClaude ? args.slice(1) : args
  const path = rest[0]
  if (path === undefined || (!asClaude && rest.length > 1)) return complain(USAGE)
  if (asClaude && rest.includes('--version')) {
    process.stdout.write('0.0.0 (scripted)\n')
    return 0
  }
  // A real agent reads its prompt; one that did not would break the pipe of whoever sends a long one.
  process.stdin.on('error', () => {}).resume()
  return play(path, flagValue(rest, '--resume'))
}

async function play(path: string, resumed: string | undefined): Promise<number> {
  const parsed = parseScenario(read(path), path)
  if (!parsed.ok) return complain(parsed.message)
  const choice = chooseTurn(parsed.scenario, process.env)
  if (!choice.ok) return complain(choice.problem)
  const { turn } = choice
  if (resumed === undefined) return playTurn(turn, openStream(randomUUID()))
  if (turn.misbehave.unknown_session) {
    process.stderr.write(`No conversation found with session ID: ${resumed}\n`)
    return 1
  }
  return playTurn(turn.resumed ?? turn, openStream(resumed))
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new ScenarioError(`the scenario ${path} cannot be read`, { cause })
  }
}

function flagValue(args: string[], flag: string): string | undefined {
  const at = args.indexOf(flag)
  return at < 0 ? undefined : args[at + 1]
}

function complain(message: string): number {
  process.stderr.write(`scripted agent: ${message}\n`)
  return BAD_SCENARIO
}

/** The scripted agent: it plays a scenario instead of thinking. Its arguments in, its exit code out. */
export async function runScripted(args: string[]): Promise<number> {
  try {
    return await playCall(args)
  } catch (error) {
    if (error instanceof ScenarioError) return complain(error.message)
    throw error
  }
}

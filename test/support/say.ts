import { commands } from '../../src/cli/commands/index.ts'
import { Problem } from '../../src/runtime/problem.ts'
import type { World } from './cli.ts'

export interface Said {
  exit: number
  out: string
  error: string
}

/** A command in that world, through the command itself, without a process for each. */
export async function sayIn(world: World, options: object, [name, ...args]: string[]): Promise<Said> {
  const lines: string[] = []
  const call = {
    args: args.filter((arg) => arg !== '--json'),
    options: { ...options },
    json: args.includes('--json'),
    cwd: world.repo,
    env: world.env,
    out: (line: string) => void lines.push(line),
  }
  const spec = commands.find((command) => command.name === name)!
  try {
    const exit = await spec.action(call)
    return { exit, out: lines.join('\n'), error: '' }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { exit: error.exitCode, out: lines.join('\n'), error: `${error.message}. ${error.fix}` }
  }
}

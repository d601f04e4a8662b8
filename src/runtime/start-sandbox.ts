import type { Config } from '../config/schema.ts'
import type { Sandbox, SandboxName } from '../sandbox/box.ts'
import { chooseSandbox } from '../sandbox/choose.ts'
import { missingPaths } from '../sandbox/survey.ts'
import { EXIT, Problem } from './problem.ts'

type Environment = Record<string, string | undefined>

/** The sandbox a new run uses, and how it came to that. */
export async function startSandbox(
  config: Config,
  env: Environment,
): Promise<{ sandbox: Sandbox; why: string }> {
  const { write, read, hide, network, verify_network } = config.sandbox_options
  const [missing] = missingPaths([...write, ...read, ...hide], env)
  if (missing !== undefined)
    throw new Problem(
      EXIT.usage,
      `sandbox_options names ${missing}, which does not exist`,
      'Make it, or correct the path: it must start with / or ~.',
    )
  const chosen = await chooseSandbox(config.sandbox, env.PATH ?? '')
  if (!chosen.ok) throw new Problem(EXIT.usage, capital(chosen.problem), chosen.fix)
  if (chosen.sandbox.name === 'srt' && [network, verify_network].some(Array.isArray))
    throw new Problem(
      EXIT.usage,
      'sandbox_options lists ports, and the Sandbox Runtime opens no port of this machine',
      'Set `sandbox: bubblewrap`, or the network to all or none.',
    )
  return chosen
}

/** A run goes on in what it started in, or not at all: what it was promised must hold to its end. */
export async function sameSandbox(name: SandboxName, env: Environment): Promise<Sandbox> {
  const chosen = await chooseSandbox(name, env.PATH ?? '')
  if (chosen.ok) return chosen.sandbox
  throw new Problem(
    EXIT.environment,
    `This run started in a sandbox, and ${chosen.problem}`,
    'Make it work again (`wiggum doctor` says how), or start the task anew.',
  )
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

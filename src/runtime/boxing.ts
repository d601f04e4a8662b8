import { mkdirSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import type { Agent } from '../agents/agent.ts'
import type { Box, Network, Program } from '../sandbox/box.ts'
import { enclose, furnish, refurnish } from '../sandbox/index.ts'
import { MODEL_HOSTS } from '../sandbox/places.ts'
import { openPorts } from '../sandbox/ports.ts'
import { type BoxWish, homeOf, surveyBox } from '../sandbox/survey.ts'
import type { RunContext } from './context.ts'

/** Puts what a run starts into the run's sandbox. Without one, everything stays as it was. */

export interface Boxed {
  program: Program & { keeper: boolean }
  /** Once it has ended. */
  close(): void
}

const unboxed = (program: Program): Boxed => ({ program: { ...program, keeper: false }, close: () => {} })

interface AgentProgram {
  step: string
  agent: Agent
  /** The workspace. */
  dir: string
  program: Program
}

export async function boxAgent(context: RunContext, wanted: AgentProgram): Promise<Boxed> {
  const { step, agent, dir, program } = wanted
  if (context.sandbox.name === 'none') return unboxed(program)
  const { network, domains, ...options } = context.config.sandbox_options
  const states = stateFolders(agent, context.env)
  for (const folder of states) makeFolder(folder)
  const copies = agent.stateFiles ?? []
  const wish = {
    ...shared(context, `agent-${step}`, 'agents'),
    workspace: dir,
    program: [program.file, process.execPath],
    write: [...states, ...options.write],
    read: [...ownPlaces(context), ...guarded(agent, states), ...(agent.reads ?? []), ...options.read],
    hide: [...ownSecrets(context), ...options.hide],
    copies,
    network: withMeter(context, network),
    domains: [...MODEL_HOSTS, ...domains],
  }
  const box = surveyBox(wish)
  furnish(context.sandbox, box, copies)
  return enter(context, program, box)
}

/** An agent that is led through the meter reaches it, whatever else it may reach. */
function withMeter({ meter }: RunContext, network: Network): Network {
  if (meter === null || network === 'all') return network
  return [...(network === 'none' ? [] : network), meter.port]
}

async function enter({ sandbox }: RunContext, program: Program, box: Box): Promise<Boxed> {
  const { network } = box
  const open = Array.isArray(network) && network.length > 0 ? await openPorts(network) : null
  const inside = enclose(sandbox, program, { ...box, ports: open?.folder ?? null })
  return { program: { ...inside, keeper: true }, close: () => open?.close() }
}

/** One box for all commands of one verification: what the setup installs, the tests find. */
export function boxChecks(context: RunContext, kind: string, dir: string) {
  if (context.sandbox.name === 'none') return async (program: Program) => unboxed(program)
  const { verify_network, domains, ...options } = context.config.sandbox_options
  let box: Box | null = null
  const make = (program: Program): Box => {
    const made = surveyBox({
      ...shared(context, `check-${kind}`, 'checks'),
      workspace: dir,
      program: [program.file, process.execPath],
      write: options.write,
      read: [...ownPlaces(context), ...options.read],
      hide: [...ownSecrets(context), ...options.hide],
      copies: [],
      network: verify_network,
      domains,
    })
    furnish(context.sandbox, made, [])
    return made
  }
  return async (program: Program) => {
    if (box === null) box = make(program)
    else refurnish(context.sandbox, box)
    return enter(context, program, box)
  }
}

type Shared = Pick<BoxWish, 'scratch' | 'caches' | 'env'>

/** A name no workspace can have. Agents and checks share no cache: what an agent leaves must not decide a check. */
function shared({ vault, env }: RunContext, name: string, who: 'agents' | 'checks'): Shared {
  const folder = join(vault.work, '.box')
  return { scratch: join(folder, name), caches: join(folder, `caches-${who}`), env }
}

/** A workspace borrows the vault's objects, and the vault those of the user's repository. */
function ownPlaces({ vault }: RunContext): string[] {
  return [vault.repo.root, vault.repo.objects, join(vault.dir, 'objects')]
}

/** All runs' workspaces, vaults and logs, and the inbox through which a person answers. */
function ownSecrets({ vault, layout }: RunContext): string[] {
  return [dirname(dirname(vault.work)), layout.dir]
}

/** Where the agent keeps logins and conversations; `$NAME` is a folder that a variable names. */
function stateFolders(agent: Agent, env: RunContext['env']): string[] {
  const home = homeOf(env)
  return (agent.stateDirs ?? []).flatMap((name) => {
    const named = name.startsWith('$') ? env[name.slice(1)] : home && join(home, name)
    return named && isAbsolute(named) ? [named] : []
  })
}

/** The program itself would make it, in a home it could write. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
  } catch {
    // Nobody can write there, so the program could not either.
  }
}

/** What the agent's next start outside the sandbox would obey. */
function guarded(agent: Agent, states: string[]): string[] {
  return states.flatMap((folder) => (agent.stateGuarded ?? []).map((name) => join(folder, name)))
}

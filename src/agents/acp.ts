import { isAbsolute, join } from 'node:path'
import { acpReader } from './acp/client.ts'
import { greeting } from './acp/opening.ts'
import { type AcpRow, acpRows } from './acp/rows.ts'
import type { Account, AccountWorld, Agent, Found } from './agent.ts'
import { findProgram } from './find-program.ts'
import { byVariable } from './meter-seams.ts'
import { failureOfProcess } from './process-failure.ts'
import { installedVersion } from './program-version.ts'

/** What a user writes under `acp.<name>` in the configuration. */
interface OwnAcpAgent {
  command: string[]
  env: string[]
  model_option: string | null
  modes: { maker: string | null; reviewer: string | null }
  /** The variable that holds the address of its model. */
  base_url_env?: string
}

export type OwnAcpAgents = Readonly<Record<string, OwnAcpAgent>>

/** The agent of that name: the user's own, else a known one. */
export function acpAgent(name: string, own: OwnAcpAgents): Agent | null {
  const row = Object.hasOwn(own, name) ? ownRow(name, own[name]!) : null
  const known = Object.hasOwn(acpRows, name) ? acpRows[name] : undefined
  const chosen = row ?? known
  return chosen === undefined ? null : agentOf(name, chosen)
}

export function acpNames(own: OwnAcpAgents): string[] {
  return [...new Set([...Object.keys(own), ...Object.keys(acpRows)])].map((name) => `acp:${name}`)
}

const STRANGER: AcpRow = {
  label: '',
  command: [],
  env: [],
  set: {},
  setForReviewer: {},
  package: null,
  install: '',
  logIn: 'log in with its own command, or let its key through with `env`',
  modes: { maker: null, reviewer: null },
  modelOption: null,
  tokens: 'session',
  alwaysCounts: false,
  cost: true,
  effort: false,
  stopsAtRefusal: false,
  account: { env: [], files: [] },
  stateDirs: [],
  stateGuarded: [],
}

/** What the user does not say of an agent we know stays as we know it. */
function ownRow(name: string, { command, env, model_option, modes, base_url_env }: OwnAcpAgent): AcpRow {
  const known = Object.hasOwn(acpRows, name) ? acpRows[name] : undefined
  const row = known ?? { ...STRANGER, label: name }
  return {
    ...row,
    command,
    env: [...row.env, ...env, ...(base_url_env ? [base_url_env] : [])],
    package: null,
    install: 'install it, or correct its `command` in .wiggum/config.yaml',
    modes: { maker: modes.maker ?? row.modes.maker, reviewer: modes.reviewer ?? row.modes.reviewer },
    modelOption: model_option ?? row.modelOption,
    ...(base_url_env ? { meter: byVariable(base_url_env, { upstream: null }) } : {}),
  }
}

function agentOf(name: string, row: AcpRow): Agent {
  const [program = '', ...args] = row.command
  return {
    name: `acp:${name}`,
    label: name,
    envNames: row.env,
    capabilities: {
      resume: true,
      usage: row.tokens !== 'unknown',
      cost: row.cost,
      budget: false,
      model: true,
      effort: row.effort,
    },
    find: (path) => find(row, program, path),
    launch: (request, found) => ({
      file: found.file,
      args,
      env: { ...row.set, ...request.env, ...(request.writes ? {} : row.setForReviewer) },
      stdin: `${greeting()}\n`,
      dialogue: true,
    }),
    reader: (request) => acpReader(request, row),
    failureOf: (result) => failureOfProcess(row.label, result),
    account: (world) => accountOf(row, world),
    ...(row.meter ? { meter: row.meter } : {}),
    stateDirs: row.stateDirs,
    stateGuarded: row.stateGuarded,
  }
}

/** A login may also be in a keychain: where none is seen, it is not known. */
function accountOf({ account, logIn }: AcpRow, { env, exists }: AccountWorld): Account {
  const name = account.env.find((each) => env[each])
  if (name !== undefined) return { state: 'yes', how: `${name} is set` }
  const home = env.HOME
  const file = home ? account.files.find((each) => exists(join(home, each))) : undefined
  if (file !== undefined) return { state: 'yes', how: `~/${file} is there` }
  return { state: 'unknown', how: `no sign of a login; ${logIn}` }
}

async function find(row: AcpRow, program: string, path: string): Promise<Found> {
  const [folder, name] = isAbsolute(program) ? split(program) : [path, program]
  const file = await findProgram(name, folder)
  if (file) return { ok: true, file, version: row.package && (await installedVersion(file, row.package)) }
  const where = isAbsolute(program) ? 'not there, or no program' : 'not on the PATH'
  return { ok: false, problem: `${row.label} (the program \`${program}\`) is ${where}`, fix: row.install }
}

function split(file: string): [folder: string, name: string] {
  const at = file.lastIndexOf('/')
  return [file.slice(0, at) || '/', file.slice(at + 1)]
}

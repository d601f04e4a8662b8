import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Ended, ended } from '../../support/cli.ts'
import { BIN, clis } from './clis.ts'
import type { Script } from './model-server/script.ts'
import type { AgentWorld, agentWorlds } from './world.ts'

/** A person's own session of Claude Code or Codex, with wiggum's hooks in it. */

export type HostName = 'claude' | 'codex'

const PLUGIN = resolve('plugin')

/** Red while `work.txt` speaks of what is broken: a check that costs next to nothing. */
const PROJECT = {
  'check.sh': 'if grep broken work.txt; then echo "FAIL work.txt"; exit 1; fi\n',
  'work.txt': 'as it was\n',
}

export interface LiveWorld extends AgentWorld {
  /** What its host is started with, so that it has the hooks. */
  hooked: string[]
}

export interface LiveRun extends Ended {
  /** The session's own id. */
  id: string
  /** What Claude Code's user reads of the hooks; Codex shows none of it without a terminal. */
  told: string
}

interface Asking {
  /** A session that goes on. */
  resume?: string
  args?: string[]
}

interface Wanted {
  name: HostName
  script: Script
  config?: string
  files?: Record<string, string>
  /** As users have it, with what is set for them beside. */
  installed?: boolean
}

export async function liveWorld(
  worlds: ReturnType<typeof agentWorlds>,
  { name, script, config = '', files = {}, installed = false }: Wanted,
): Promise<LiveWorld> {
  const settings = { '.wiggum/config.yaml': `verify: { test: sh check.sh }\n${config}` }
  const world = await worlds.fresh(script, [name], { ...PROJECT, ...files, ...settings })
  const trusts = name === 'codex' ? ['--dangerously-bypass-hook-trust'] : []
  // Claude Code takes the folder as it is, for one session; Codex has no such option.
  if (name === 'claude' && !installed) return { ...world, hooked: ['--plugin-dir', PLUGIN] }
  const { code, stdout, stderr } = await world.wiggum('plugin', 'install', '--host', name)
  if (code !== 0) throw new Error(`wiggum plugin install: ${stdout}${stderr}`)
  return { ...world, hooked: trusts }
}

/** The loop's commands as the host's user types them. */
export function typed(name: HostName, command: string): string {
  return name === 'claude' ? `/wiggum:${command}` : `wiggum:${command}`
}

/** One prompt, until the session has nothing more to do. */
export async function ask(
  world: LiveWorld,
  name: HostName,
  prompt: string,
  asking: Asking = {},
): Promise<LiveRun> {
  const run = await ended(open(world, name, [...argumentsOf(world, name, asking), prompt]))
  return { ...run, id: sessionIn(run.stdout), told: toldIn(run.stdout) }
}

function argumentsOf({ hooked }: LiveWorld, name: HostName, { resume, args = [] }: Asking): string[] {
  if (name === 'claude') {
    const again = resume ? ['--resume', resume] : []
    return [...hooked, '--allowedTools=Bash', ...again, ...args, ...clis.claude.args]
  }
  const again = resume ? ['resume', resume] : []
  return [...clis.codex.args, ...hooked, ...args, ...again]
}

/** One program for several prompts, each typed once the one before is answered. Claude Code alone can do that. */
export async function talk(world: LiveWorld, prompts: string[]): Promise<LiveRun & { answers: string[] }> {
  const form = { args: ['--input-format', 'stream-json'] }
  const child = open(world, 'claude', argumentsOf(world, 'claude', form), 'pipe')
  let stdout = ''
  const answers: string[] = []
  const next = () => {
    const text = prompts[answers.length]
    if (text === undefined) return void child.stdin?.end()
    const message = { role: 'user', content: [{ type: 'text', text }] }
    child.stdin?.write(`${JSON.stringify({ type: 'user', message })}\n`)
  }
  child.stdout?.on('data', (chunk) => {
    stdout += chunk
    const done = linesOf(stdout).filter(({ type }) => type === 'result').length
    if (done <= answers.length) return
    answers.push(toldIn(stdout))
    next()
  })
  next()
  const run = await ended(child)
  return { ...run, id: sessionIn(run.stdout), told: toldIn(run.stdout), answers }
}

function linesOf(stdout: string): Record<string, unknown>[] {
  const whole = stdout.slice(0, stdout.lastIndexOf('\n') + 1).split('\n')
  return whole.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
}

function toldIn(stdout: string): string {
  const told = linesOf(stdout).filter(({ subtype }) => subtype === 'informational')
  return told.map(({ content }) => String(content)).join('\n')
}

function open(
  { repo, env }: LiveWorld,
  name: HostName,
  args: string[],
  stdin: 'ignore' | 'pipe' = 'ignore',
): ChildProcess {
  return spawn(join(BIN, name), args, { cwd: repo, env, stdio: [stdin, 'pipe', 'pipe'] })
}

function sessionIn(stdout: string): string {
  return /"(?:session_id|thread_id)":"([\w-]+)"/.exec(stdout)?.[1] ?? ''
}

/** Some session has a loop that is on. */
export function isLive(world: AgentWorld): boolean {
  return existsSync(join(world.repo, '.wiggum/live'))
}

/** The loop of a session that is over waits for somebody who goes on with it. */
export function isParked(world: AgentWorld): boolean {
  return existsSync(join(world.repo, '.wiggum/state/parked'))
}

const OURS = /wiggum: (?:this|pass|the loop)\b/i

/** What wiggum had told the model by its n-th request of the script, or by the last. */
export function heard(world: AgentWorld, turn = -1): string {
  const own = world.model.seen.filter((each) => each.turn !== null && each.role === 'anyone')
  const told = own.at(turn)?.messages.filter((text) => OURS.test(text)) ?? []
  return told.map((text) => text.slice(text.search(OURS))).join('\n')
}

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EventData, WiggumEvent } from '../../src/core/events.ts'
import { type Ended, makeWorld, type World, wiggum } from '../support/cli.ts'

/** Red while `work.txt` speaks of what is broken: a check that costs next to nothing. */
const PROJECT = {
  'check.sh': 'if grep broken work.txt; then echo "FAIL work.txt"; exit 1; fi\n',
  'work.txt': 'as it was\n',
  '.wiggum/config.yaml': 'verify: { test: sh check.sh }\n',
}

export const APPROVED = block({ status: 'DONE', verdict: 'APPROVED', findings: [] })

export function block(contract: object): string {
  return `Read it all.\n\n\`\`\`wiggum\n${JSON.stringify(contract)}\n\`\`\`\n`
}

/** What a hook said to its host. */
export interface Said extends Ended {
  /** Told to go on with this, at a Stop; at a prompt, said instead of the agent's answer. */
  block: string | null
  /** For the agent, beside the prompt. */
  context: string | null
  /** For the person. */
  told: string | null
  permission: string | null
}

export interface Session {
  id: string
  hook(event: string, input?: object, env?: Record<string, string>): Promise<Said>
  prompt(text: string, env?: Record<string, string>): Promise<Said>
  stop(message: string, env?: Record<string, string>): Promise<Said>
  /** As the host keeps it while its loop is on. */
  file(): Record<string, unknown> | null
}

export interface LiveWorld extends World {
  session(id: string, cwd?: string): Session
  runs(cwd?: string): string[]
  log(run: string, cwd?: string): WiggumEvent[]
  state(run: string, cwd?: string): Record<string, unknown>
  wiggum(...args: string[]): Promise<Ended>
}

export function liveWorld(files: Record<string, string> = {}, parent?: string): LiveWorld {
  const world = makeWorld({ ...PROJECT, ...files }, parent)
  world.env.XDG_STATE_HOME = join(world.dir, 'home', 'state')
  const { repo } = world
  return {
    ...world,
    session: (id, cwd = repo) => sessionOf(world, id, cwd),
    runs: (cwd = repo) => runsIn(cwd),
    log: (run, cwd = repo) => linesOf(join(cwd, '.wiggum/events', `${run}.jsonl`)),
    state: (run, cwd = repo) => JSON.parse(readFileSync(join(cwd, '.wiggum/state', `${run}.json`), 'utf8')),
    wiggum: (...args) => wiggum(world, args),
  }
}

export function eventsOf<T extends WiggumEvent['type']>(log: WiggumEvent[], type: T): EventData[T][] {
  return log.flatMap((event) => (event.type === type ? [event.data as EventData[T]] : []))
}

function sessionOf(world: World, id: string, cwd: string): Session {
  const hook: Session['hook'] = (event, input = {}, env = {}) =>
    rawHook(world, event, JSON.stringify({ session_id: id, cwd, ...input }), { cwd, env })
  return {
    id,
    hook,
    prompt: (text, env) => hook('prompt', { hook_event_name: 'UserPromptSubmit', prompt: text }, env),
    stop: (message, env) => hook('stop', { hook_event_name: 'Stop', last_assistant_message: message }, env),
    file: () => {
      const path = join(cwd, '.wiggum/live', `${id}.json`)
      return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
    },
  }
}

/** Whatever text comes in. */
export async function rawHook(
  world: World,
  event: string,
  input: string | Buffer,
  { cwd = world.repo, env = {} }: { cwd?: string; env?: Record<string, string> } = {},
): Promise<Said> {
  return said(await wiggum(world, ['hook', event], env, cwd, { stdin: input }))
}

export function said(end: Ended): Said {
  const answer = end.stdout === '' ? {} : JSON.parse(end.stdout)
  const own = answer.hookSpecificOutput ?? {}
  return {
    ...end,
    block: answer.decision === 'block' ? answer.reason : null,
    context: own.additionalContext ?? null,
    told: answer.systemMessage ?? null,
    permission: own.permissionDecision ?? null,
  }
}

/** Every file below it, with what is in it. */
export function treeOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
  const paths = files.map(({ parentPath, name }) => join(parentPath, name))
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'latin1')]))
}

function runsIn(cwd: string): string[] {
  const folder = join(cwd, '.wiggum/events')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl') && name !== 'index.jsonl')
    .map((name) => name.slice(0, -'.jsonl'.length))
    .sort()
}

function linesOf(path: string): WiggumEvent[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

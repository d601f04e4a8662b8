import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Scenario } from '../../src/agents/scripted/scenario.ts'
import type { SprintRecord } from '../../src/sprint/records.ts'
import { type Ended, start, type World, wiggum } from '../support/cli.ts'
import { honest, turnOf } from '../support/scenarios.ts'

/** Worlds with a queue, and a scripted agent that writes one file a run, so that every task has something to land. */

export interface Wish {
  id: string
  task?: string
  [key: string]: unknown
}

/** `npm test` is quick and green, whatever the tasks do. */
export const project: Record<string, string> = {
  'package.json': '{"name":"p","private":true,"scripts":{"test":"node check.js"}}\n',
  'check.js': "require('node:fs').readdirSync('.').length > 0 || process.exit(1)\n",
  'README.md': '# p\n',
}

const NOTE = 'mkdir -p notes && echo "$WIGGUM_RUN_ID" > "notes/$WIGGUM_RUN_ID.md"'

export function notes(...before: string[]): Scenario {
  const maker = turnOf('maker', { edits: [], run: [...before, NOTE], commit: 'Add a note' })
  return honest({ maker: [maker] })
}

export function putQueue(world: World, tasks: Wish[], path = '.wiggum/queue.json'): void {
  const whole = tasks.map(({ id, ...rest }) => ({ id, task: `note ${id}`, ...rest }))
  world.write(path, `${JSON.stringify({ version: 1, tasks: whole }, null, 2)}\n`)
}

function args(world: World, more: string[], scenario: Scenario): string[] {
  const file = join(world.dir, 'sprint-scenario.json')
  writeFileSync(file, JSON.stringify(scenario))
  return ['sprint', '--agent', `scripted:${file}`, '--strategy', 'pipeline', '--workflow', 'fast', ...more]
}

export function sprint(world: World, more: string[] = [], scenario = notes()): Promise<Ended> {
  return wiggum(world, args(world, more, scenario))
}

export function startSprint(world: World, scenario: Scenario, env: Record<string, string> = {}) {
  return start(world, args(world, [], scenario), env)
}

export function sprintWith(world: World, env: Record<string, string>): Promise<Ended> {
  return wiggum(world, args(world, [], notes()), env)
}

interface TaskStanding {
  id: string
  status?: string
  run?: string
}

export function queueOf(world: World, path = '.wiggum/queue.json'): TaskStanding[] {
  const value = JSON.parse(readFileSync(join(world.repo, path), 'utf8'))
  return Array.isArray(value) ? value : value.tasks
}

export function statuses(world: World): Record<string, string> {
  return Object.fromEntries(queueOf(world).map(({ id, status }) => [id, status ?? 'pending']))
}

export function controlCenterOf(world: World): string {
  const path = join(world.repo, '.wiggum/control-center.md')
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

/** The ids of tasks in the order in which their runs landed. */
export function landed(world: World): string[] {
  const log = world.git(
    'log',
    '--merges',
    '--reverse',
    '--format=%(trailers:key=Wiggum-Run,valueonly)',
    'main',
  )
  const byRun = new Map(queueOf(world).map(({ id, run }) => [run, id]))
  return log
    .split('\n')
    .filter(Boolean)
    .map((run) => byRun.get(run) ?? run)
}

export function sprintRecords(run: Ended): SprintRecord[] {
  const lines = run.stdout
    .split('\n')
    .filter((line) => line.startsWith('{"v":1') && !line.includes('"run_id"'))
  return lines.map((line) => JSON.parse(line))
}

export function sprintResult(run: Ended): { status: string; exit_code: number; tasks: { id: string }[] } {
  return JSON.parse(run.stdout.trim().split('\n').at(-1) ?? '{}')
}

/** Waits for a fact about the world, not for a time. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 20))
}

import { spawn, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { operationsOf } from '../../policy/destructive/index.ts'
import { isAllowed } from '../../policy/destructive/operation.ts'
import { gatesOf } from '../gates.ts'
import type { Edit, Turn } from './scenario.ts'
import type { Stream } from './stream.ts'

/** A scenario that does not fit the tree it is played in: its author's mistake, told as such. */
export class ScenarioError extends Error {}

/** Edits, commands and commits, each shown as the tool call a real agent would have made. */
export async function doWork(turn: Turn, stream: Stream): Promise<void> {
  const messages = turn.commit === false ? [] : [turn.commit].flat()
  // With several messages each edit has a commit of its own; the last one takes whatever is left.
  const early = messages.slice(0, -1)
  for (const [index, edit] of turn.edits.entries()) {
    await stream.tool({ ...applyEdit(edit), is_error: false })
    const message = early[index]
    if (message !== undefined) await commit(message, stream)
  }
  for (const command of turn.run) await shell(command, stream)
  for (const { command } of turn.asks) await ask(command, stream)
  const last = messages.at(-1)
  if (last !== undefined) await commit(last, stream)
}

interface Shown {
  name: string
  input: object
  result: string
}

/** Applying an edit twice is the same as once: a step may be played again in a tree that has it already. */
function applyEdit(edit: Edit): Shown {
  const file = resolve(edit.path)
  const shown = change(edit, file)
  if (edit.executable !== undefined) chmodSync(file, edit.executable ? 0o755 : 0o644)
  return shown ?? { name: 'Bash', input: { command: `chmod ${edit.path}` }, result: '' }
}

function change(edit: Edit, file: string): Shown | null {
  const input = { file_path: edit.path }
  if (edit.write !== undefined) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, edit.write)
    return { name: 'Write', input, result: `wrote ${edit.path}` }
  }
  if (edit.append !== undefined) {
    if (!existsSync(file) || !readFileSync(file, 'utf8').endsWith(edit.append))
      appendFileSync(file, edit.append)
    return { name: 'Edit', input, result: `added to ${edit.path}` }
  }
  if (edit.delete) {
    rmSync(file, { recursive: true, force: true })
    return { name: 'Bash', input: { command: `rm ${edit.path}` }, result: '' }
  }
  return edit.replace ? replaceIn(file, edit.path, edit.replace) : null
}

function replaceIn(file: string, path: string, [from, to]: [string, string]): Shown {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : null
  if (text === null) throw new ScenarioError(`the file to edit, ${path}, does not exist`)
  const done = to !== '' && text.includes(to) && (to.includes(from) || !text.includes(from))
  if (!text.includes(from) && !done) throw new ScenarioError(`${path} does not contain the text to replace`)
  if (!done)
    writeFileSync(
      file,
      text.replace(from, () => to),
    )
  return {
    name: 'Edit',
    input: { file_path: path, old_string: from, new_string: to },
    result: `edited ${path}`,
  }
}

/** As an agent does whose host decides about each command; the answer is the one that this call was given. */
async function ask(command: string, stream: Stream): Promise<void> {
  const { place, leave } = gatesOf(process.env, process.cwd())
  const operations = operationsOf({ command, deletes: [] }, place)
  if (operations.every((each) => isAllowed(each, leave))) return shell(command, stream)
  await stream.refused({ name: 'Bash', input: { command } })
}

async function shell(command: string, stream: Stream): Promise<void> {
  const ran = await shellOutput(command)
  await stream.tool({ name: 'Bash', input: { command }, result: ran.output, is_error: ran.status !== 0 })
}

function shellOutput(command: string): Promise<{ status: number | null; output: string }> {
  const child = spawn('sh', ['-c', command], { cwd: process.cwd(), stdio: ['ignore', 'pipe', 'pipe'] })
  const said: Record<'stdout' | 'stderr', string> = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text) => {
      said[name] += text
    })
  }
  return new Promise((done, failed) => {
    child.on('error', failed)
    child.on('close', (status) => done({ status, output: said.stdout + said.stderr }))
  })
}

async function commit(message: string, stream: Stream): Promise<void> {
  git(['add', '-A'])
  const nothing = git(['diff', '--cached', '--quiet']).status === 0
  const ran = nothing
    ? { status: 0, output: 'nothing to commit' }
    : git(['commit', '-q', '--no-verify', '-m', message])
  if (ran.status !== 0) throw new ScenarioError(`git could not commit: ${ran.output.trim()}`)
  const input = { command: `git commit -m ${JSON.stringify(message)}` }
  await stream.tool({ name: 'Bash', input, result: ran.output, is_error: false })
}

function git(args: string[]): { status: number | null; output: string } {
  // The identity is the agent's own, so that a machine without one can play a scenario too.
  const identity = ['-c', 'user.name=Scripted agent', '-c', 'user.email=scripted@example.invalid']
  const ran = spawnSync('git', [...identity, '-c', 'commit.gpgsign=false', ...args], {
    cwd: process.cwd(),
    encoding: 'utf8',
  })
  return { status: ran.status, output: `${ran.stdout ?? ''}${ran.stderr ?? ''}${ran.error?.message ?? ''}` }
}

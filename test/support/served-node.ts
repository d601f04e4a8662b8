import { existsSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { chooseTurn } from '../../src/agents/scripted/play.ts'
import { runScripted } from '../../src/agents/scripted/run-scripted.ts'
import { parseScenario } from '../../src/agents/scripted/scenario.ts'
import { asProcess } from './virtual-process.ts'

/**
 * The scripted agent and plain test files without a Node of their own. Node takes sixty milliseconds of a processor to
 * start, and a run starts it ten times. So a shell stands in its place: a real process with its own folder, environment,
 * limits and leash. What the program does, this process does for it, by the same code; the shell says it and ends with
 * its exit code.
 */

const BASH = '/bin/bash'

let program: string | null = null

/** Stands for Node where only such programs are started. `null`: this machine cannot do it, so start Node. */
export async function nodeThatServes(): Promise<string | null> {
  if (program !== null) return program
  if (!existsSync(BASH) || !existsSync('/proc/self/environ')) return null
  const folder = mkdtempSync(join(tmpdir(), 'wiggum-served-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'node')
  const server = createServer({ allowHalfOpen: true }, (socket) => void serve(socket, path)).unref()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  writeFileSync(path, standIn(folder, port), { mode: 0o755 })
  program = path
  return path
}

/** Whoever is not served, in a sandbox for one, gets the real Node. */
function standIn(folder: string, port: number): string {
  return `#!${BASH}
real() { exec "${process.execPath}" "$@"; }
case "$1" in */scripted-agent.js|*.test.js) ;; *) real "$@";; esac
{ exec 3<>/dev/tcp/127.0.0.1/${port}; } 2>/dev/null || real "$@"
echo $$ >&3
read -r served <&3
[ "$served" = yes ] || real "$@"
/bin/cat <&3
if [ -e "${folder}/$$.stderr" ]; then /bin/cat "${folder}/$$.stderr" >&2; fi
if [ -e "${folder}/$$" ]; then read -r code <"${folder}/$$"; exit "$code"; fi
`
}

/** What the kernel says of the process that stands in. */
interface Called {
  pid: string
  cwd: string
  env: Record<string, string>
  program: string
  args: string[]
}

async function serve(socket: Socket, standIn: string): Promise<void> {
  socket.unref()
  socket.on('error', () => {})
  const called = calledBy(await lineFrom(socket), standIn)
  const isCheck = called?.program.endsWith('.test.js')
  const left = (name: string) => join(standIn, '..', name)
  // Of an earlier process that had the same number.
  for (const end of ['', '.stderr']) if (called !== null) rmSync(left(`${called.pid}${end}`), { force: true })
  if (called === null || !(isCheck || isPlainCall(called))) return void socket.end('no\n')
  socket.write('yes\n')
  const code = await (isCheck ? check(called, socket) : play(called, socket, left(`${called.pid}.stderr`)))
  if (code !== 0) writeFileSync(left(called.pid), `${code}\n`)
  socket.end()
}

/** `null`: of another world, whose processes have other numbers. */
function calledBy(pid: string, standIn: string): Called | null {
  const read = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8').split('\0').slice(0, -1)
  try {
    const [, script, program, ...args] = read('cmdline')
    if (script !== standIn || program === undefined) return null
    const env = Object.fromEntries(read('environ').map((entry) => split(entry)))
    return { pid, cwd: readlinkSync(`/proc/${pid}/cwd`), env, program, args }
  } catch {
    return null
  }
}

/** Standard error goes by a file, which the shell tells at its end: a socket of its could not be opened from here. */
async function play({ cwd, env, args }: Called, socket: Socket, errors: string): Promise<number> {
  const said: string[] = []
  const stdout = (text: string) => void socket.write(text)
  const stderr = (text: string) => void said.push(text)
  const code = await asProcess({ cwd, env, stdout, stderr }, () => runScripted(args))
  if (said.length > 0) writeFileSync(errors, said.join(''))
  return code
}

/** In a thread, which loads the file and what it imports anew. It is ended with its shell. */
async function check({ cwd, env, program }: Called, socket: Socket): Promise<number> {
  const thread = new Worker(resolve(cwd, program), { env, execArgv: [], stdout: true, stderr: true })
  thread.on('error', () => {})
  socket.on('close', () => void thread.terminate())
  for (const stream of [thread.stdout, thread.stderr]) stream.pipe(socket, { end: false })
  const said = [thread.stdout, thread.stderr].map((stream) => new Promise((done) => stream.on('end', done)))
  const code = await new Promise<number>((done) => thread.on('exit', done))
  await Promise.all(said)
  return code
}

function split(entry: string): [string, string] {
  const at = entry.indexOf('=')
  return [entry.slice(0, at), entry.slice(at + 1)]
}

function lineFrom(socket: Socket): Promise<string> {
  return new Promise((done) => {
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
      if (text.includes('\n')) done(text.trim())
    })
  })
}

/** Whether a call of the scripted agent only works and speaks: what waits, misbehaves or asks is about the process. */
function isPlainCall({ args, env }: Called): boolean {
  if (args.includes('--version')) return true
  const path = args.find((each) => each !== '--as-claude') ?? ''
  const parsed = parseScenario(readFileSync(path, 'utf8'), path)
  const choice = parsed.ok ? chooseTurn(parsed.scenario, env) : null
  if (!choice?.ok || args.includes('--resume')) return false
  const { misbehave, delay_ms, run, asks } = choice.turn
  const isOrderly = Object.values(misbehave).every(
    (each) => !each || (Array.isArray(each) && each.length === 0),
  )
  return (
    isOrderly && delay_ms <= MOMENT_MS && asks.length === 0 && run.every((command) => command === 'npm test')
  )
}

/** Nobody is killed within it, so a turn that waits no longer cannot go on after its process has ended. */
const MOMENT_MS = 60

/** What a test file or what it imports may do only in a process of its own: its folder, its end, its parent's output. */
export const NEEDS_A_PROCESS = 'process|require|node:(fs|child|os|v8|vm|worker|module)|import\\('

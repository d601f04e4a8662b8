import { existsSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runScripted } from '../../src/agents/scripted/run-scripted.ts'
import type { Scenario } from '../../src/agents/scripted/scenario.ts'
import { asProcess } from './virtual-process.ts'

/**
 * The scripted agent without a start of its own. Node takes a hundred milliseconds to start, a turn of a scenario one.
 * So a shell stands in the agent's place: a real process with the agent's folder, environment, limits and leash. What the
 * agent does, this process does for it, by the same code, and the shell says it and ends with its exit code.
 */

const BASH = '/bin/bash'

let served: { server: Server; program: string } | null = null

/** Stands for Node where only the scripted agent is started. `null`: this machine cannot do it, so start Node. */
export async function nodeThatServes(): Promise<string | null> {
  if (served !== null) return served.program
  if (!existsSync(BASH) || !existsSync('/proc/self/environ')) return null
  const folder = mkdtempSync(join(tmpdir(), 'wiggum-served-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const server = createServer({ allowHalfOpen: true }, (socket) => void serve(socket, folder)).unref()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const program = join(folder, 'node')
  writeFileSync(program, standIn(folder, port), { mode: 0o755 })
  served = { server, program }
  return program
}

/** Whatever is not the scripted agent gets the real Node. */
function standIn(folder: string, port: number): string {
  return `#!${BASH}
case "$1" in */scripted-agent.js) ;; *) exec "${process.execPath}" "$@";; esac
exec 3<>/dev/tcp/127.0.0.1/${port} || exit 1
echo $$ >&3
cat <&3
if [ -e "${folder}/$$" ]; then read -r code <"${folder}/$$"; exit "$code"; fi
`
}

async function serve(socket: Socket, folder: string): Promise<void> {
  socket.unref()
  socket.on('error', () => {})
  const pid = await lineFrom(socket)
  const read = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8').split('\0').slice(0, -1)
  const args = read('cmdline')
  const env = Object.fromEntries(read('environ').map((entry) => split(entry)))
  const said: string[] = []
  const code = await asProcess(
    {
      cwd: readlinkSync(`/proc/${pid}/cwd`),
      env,
      stdout: (text) => void socket.write(text),
      stderr: (text) => said.push(text),
    },
    // bash, the stand-in, the scripted agent's program
    () => runScripted(args.slice(3)),
  )
  if (said.length > 0) writeFileSync(`/proc/${pid}/fd/2`, said.join(''))
  if (code !== 0) writeFileSync(join(folder, pid), `${code}\n`)
  socket.end()
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

/** Whether a scenario only works and speaks: what waits, misbehaves, asks or runs commands is about the process. */
export function isPlain(scenario: Scenario): boolean {
  const turns = Object.values(scenario.roles).flat()
  return turns.every(
    ({ misbehave, delay_ms = 0, run = [], asks = [], resumed }) =>
      misbehave === undefined &&
      delay_ms <= MOMENT_MS &&
      run.length + asks.length === 0 &&
      resumed === undefined,
  )
}

/** Nobody is killed within it, so a turn that waits no longer cannot go on after its process has ended. */
const MOMENT_MS = 60

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'

/** Node 20 does not run TypeScript, so what a child process runs is bundled first. */
export async function bundleChild(name: string, into: string): Promise<string> {
  const outfile = join(into, `${name}.mjs`)
  const entry = join(import.meta.dirname, 'children', `${name}.ts`)
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
  })
  return outfile
}

interface Finished {
  code: number | null
  signal: NodeJS.Signals | null
  out: string
  err: string
}

interface Child {
  process: ChildProcess
  pid: number
  /** Resolves with the first whole line the child prints. */
  firstLine: Promise<string>
  finished: Promise<Finished>
}

const running = new Set<ChildProcess>()

export function startChild(command: string, args: string[]): Child {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] })
  running.add(child)
  let out = ''
  let err = ''
  const finished = new Promise<Finished>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      running.delete(child)
      resolve({ code, signal, out, err })
    })
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  const firstLine = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
      if (out.includes('\n')) resolve(out.slice(0, out.indexOf('\n')))
    })
    finished.then(() => reject(new Error(`the child printed no line: ${err}`)), reject)
  })
  firstLine.catch(() => {})
  return { process: child, pid: child.pid ?? 0, firstLine, finished }
}

export async function endChildren(): Promise<void> {
  for (const child of running) if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL')
  while (running.size > 0) await new Promise((resolve) => setTimeout(resolve, 10))
}

export function tempFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'wiggum-store-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Lets `count` children go on at the same instant, once all of them are waiting in the folder. */
export async function letGo(folder: string, count: number): Promise<void> {
  const ready = () => readdirSync(folder).filter((name) => name.startsWith('ready-')).length
  while (ready() < count) await new Promise((resolve) => setTimeout(resolve, 10))
  mkdirSync(join(folder, 'go'))
}

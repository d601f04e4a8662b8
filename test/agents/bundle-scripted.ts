import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'

const ROOT = join(import.meta.dirname, '../..')

export interface Bundle {
  program: string
  remove(): Promise<void>
}

/** The program as build.mjs makes it, in a folder of its own, so that a test does not depend on dist/. */
export async function bundleScripted(): Promise<Bundle> {
  const outdir = await mkdtemp(join(tmpdir(), 'wiggum-scripted-'))
  await build({
    absWorkingDir: ROOT,
    entryPoints: { 'scripted-agent': 'src/agents/scripted/main.ts' },
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" },
  })
  return {
    program: join(outdir, 'scripted-agent.mjs'),
    remove: () => rm(outdir, { recursive: true, force: true }),
  }
}

export interface Ran {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export interface Running {
  pid: number
  ended: Promise<Ran>
  /** Resolves once standard output contains the text. */
  until(text: string): Promise<void>
  kill(signal: NodeJS.Signals): void
}

export interface Call {
  file: string
  args: string[]
  cwd: string
  env?: Record<string, string>
  stdin?: string | null
}

export function start({ file, args, cwd, env = {}, stdin = null }: Call): Running {
  const path = process.env.PATH ?? ''
  const child = spawn(file, args, { cwd, env: { PATH: path, ...env }, stdio: 'pipe' })
  const out: Buffer[] = []
  const err: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
  child.stdin.on('error', () => {}).end(stdin ?? '')
  const stdout = () => Buffer.concat(out).toString()
  const ended = new Promise<Ran>((done, failed) => {
    child.on('error', failed)
    child.on('exit', async (code, signal) => {
      // What a grandchild may still hold open is not waited for; what was written is read in these rounds, however slow.
      for (let round = 0; round < 10; round++) await new Promise((next) => setTimeout(next, 5))
      done({ code, signal, stdout: stdout(), stderr: Buffer.concat(err).toString() })
    })
  })
  const until = async (text: string) => {
    while (!stdout().includes(text)) {
      if (child.exitCode !== null) throw new Error(`ended without writing ${text}`)
      await new Promise((again) => setTimeout(again, 10))
    }
  }
  return { pid: child.pid ?? 0, ended, until, kill: (signal) => void child.kill(signal) }
}

export const run = (call: Call): Promise<Ran> => start(call).ended

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { demoProject } from '../../src/agents/scripted/demo-project.ts'
import type { Scenario } from '../../src/agents/scripted/scenario.ts'
import type { WiggumEvent } from '../../src/core/events.ts'
import { NEEDS_A_PROCESS, nodeThatServes } from './served-node.ts'
import { copyRepository } from './template-repository.ts'
import { asProcess, type VirtualProcess } from './virtual-process.ts'

export const WIGGUM = resolve('dist/wiggum.js')
const CLI = resolve('dist/cli.js')
const SCRIPTED = resolve('dist/scripted-agent.js')
const USER = { name: 'A User', email: 'user@example.org' }
const SERVING = await nodeThatServes()

/** A folder with a repository, a home, a place for workspaces and a PATH with a `claude` that plays a scenario. */
export interface World {
  dir: string
  repo: string
  env: Record<string, string>
  git(...args: string[]): string
  write(path: string, content: string): void
  end(): void
}

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

export function makeWorld(files: Record<string, string> = demoProject, parent = tmpdir()): World {
  const dir = mkdtempSync(join(parent, 'wiggum-test-'))
  const repo = join(dir, 'repo')
  const bin = join(dir, 'bin')
  for (const folder of [bin, join(dir, 'home')]) mkdirSync(folder, { recursive: true })
  const env = {
    PATH: `${bin}:${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
    HOME: join(dir, 'home'),
    WIGGUM_HOME: join(dir, 'work'),
    LC_ALL: 'C.UTF-8',
    // Half the scenarios reach out of their workspace; test/sandbox is about what happens with one.
    WIGGUM_SANDBOX: 'none',
  }
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: repo, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(repo, path)), { recursive: true })
    writeFileSync(join(repo, path), content)
  }
  quickNpm(bin)
  copyRepository({ files, user: USER, message: 'Start' }, repo, env)
  return {
    dir,
    repo,
    env,
    git,
    write,
    end: () => rmSync(dir, { recursive: true, force: true }),
  }
}

/**
 * npm takes longer to start than all of a world's tests, and a run starts it five times. A plain `npm test` runs its script
 * without it; whatever npm itself would have a say in goes to the real one.
 */
function quickNpm(bin: string): void {
  const path = join(bin, 'npm')
  const real = join(dirname(process.execPath), 'npm')
  const script = `#!/bin/sh
script=$(sed -n 's/^    "test": "\\([^"\\]*\\)",\\{0,1\\}$/\\1/p' package.json 2>/dev/null)
if [ "$*" != test ] || [ -z "$script" ] || [ -e .npmrc ] || [ -e node_modules ] || grep -q '"\\(pre\\|post\\)test"' package.json
then exec "${real}" "$@"
fi
printf '\\n> %s\\n\\n' "$script"
if [ "$script" = 'node --test' ]
then
  set -- $(find . -name '*.js' -path '*test*' ! -path './.git/*')
  # Node starts a further Node for each file; a single one can do without, and a plain one without any.
  case "$# $1" in
    '1 '*.test.js)
      # In a sandbox it is not to be seen.
      if [ -x '${SERVING}' ] && ! grep -rqE '${NEEDS_A_PROCESS}' . --include='*.*js'; then exec '${SERVING}' "$1"; fi
      exec node "$1";;
    '1 '*) exec node "$1";;
  esac
fi
exec sh -c "$script"
`
  writeFileSync(path, script)
  chmodSync(path, 0o755)
}

/** `scripted:<file>` for --agent. */
export function scenarioFile(world: World, scenario: Scenario): string {
  const path = join(world.dir, 'scenario.json')
  writeFileSync(path, JSON.stringify(scenario))
  return `scripted:${path}`
}

/** Puts a program named `claude` on the world's PATH that plays the scenario. */
export function claudeOnPath(world: World, scenario: Scenario): void {
  scenarioFile(world, scenario)
  const path = join(world.dir, 'bin', 'claude')
  writeFileSync(
    path,
    `#!/bin/sh\nexec "${SERVING ?? process.execPath}" "${SCRIPTED}" --as-claude "${join(world.dir, 'scenario.json')}" "$@"\n`,
  )
  chmodSync(path, 0o755)
}

export function start(
  world: World,
  args: string[],
  env: Record<string, string> = {},
  cwd = world.repo,
): ChildProcess {
  return spawn(process.execPath, [WIGGUM, ...args], {
    cwd,
    env: { ...world.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/**
 * The command line as it is shipped, called as a function: most of a real start's time goes into starting. Tests about
 * the process itself use `wiggumProcess` or `start`; so does every call that is to be killed.
 */
export async function wiggum(
  world: World,
  args: string[],
  env: Record<string, string> = {},
  cwd = world.repo,
  { stdin, onOutput = () => {} }: { stdin?: string | Buffer; onOutput?: () => void } = {},
): Promise<Ended> {
  if (env.WIGGUM_FAILPOINT !== undefined) return wiggumProcess(world, args, env, cwd)
  const { runCli } = (await import(pathToFileURL(CLI).href)) as { runCli(words: string[]): Promise<number> }
  const said = { stdout: '', stderr: '' }
  const own: VirtualProcess = {
    cwd,
    env: { ...world.env, ...env },
    execPath: SERVING,
    stdout: (text) => {
      said.stdout += text
      onOutput()
    },
    stderr: (text) => {
      said.stderr += text
    },
    ...(stdin === undefined ? {} : { stdin }),
  }
  const code = await asProcess(own, () => runCli(args))
  return { code, ...said }
}

/** The same in a process of its own. */
export function wiggumProcess(
  world: World,
  args: string[],
  env: Record<string, string> = {},
  cwd = world.repo,
): Promise<Ended> {
  return ended(start(world, args, env, cwd))
}

export function ended(child: ChildProcess): Promise<Ended> {
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  return new Promise((done) => child.on('close', (code) => done({ code, stdout, stderr })))
}

export function events(run: Ended): WiggumEvent[] {
  return run.stdout
    .split('\n')
    .filter((line) => /^\{"v":[12],/.test(line))
    .map((line) => JSON.parse(line))
}

export function result(run: Ended): {
  run_id: string
  exit_code: number
  status: string
  reason: string
  merged: string | null
  branch: string
  proof?: 'proven' | 'unbroken' | null
  proven_by?: string[]
} {
  return JSON.parse(run.stdout.trim().split('\n').at(-1) ?? '{}')
}

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Call } from '../../src/cli/command.ts'
import { actOnPlugin } from '../../src/cli/plugin/index.ts'

/** A home and a project, and `wiggum plugin` in them. */
export interface PluginWorld {
  dir: string
  home: string
  project: string
  env: Record<string, string>
  put(path: string, text: string, mode?: number): void
  read(path: string): string
  json(path: string): Record<string, unknown>
  /** Every name with its mode and its content. */
  tree(): Record<string, string>
  plugin(...args: string[]): Promise<{ code: number; out: string }>
  pluginIn(folder: string, ...args: string[]): Promise<{ code: number; out: string }>
  end(): void
}

export function pluginWorld({ git = true } = {}): PluginWorld {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "wiggum plügin's ")))
  const [home, project, bin] = ['home', 'project', 'bin'].map((name) => join(dir, name)) as [
    string,
    string,
    string,
  ]
  for (const folder of [home, project, bin]) mkdirSync(folder)
  const env = { HOME: home, PATH: `${bin}:/usr/local/bin:/usr/bin:/bin` }
  if (git) execFileSync('git', ['init', '-q'], { cwd: project, env })
  const put = (path: string, text: string, mode = 0o644) => {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), text)
    chmodSync(join(dir, path), mode)
  }
  const read = (path: string) => readFileSync(join(dir, path), 'utf8')
  return {
    ...{ dir, home, project, env, put, read },
    json: (path) => JSON.parse(read(path)),
    tree: () => treeOf(dir),
    plugin: (...args) => call(project, env, args),
    pluginIn: (folder, ...args) => call(folder, env, args),
    end: () => rmSync(dir, { recursive: true, force: true }),
  }
}

function treeOf(dir: string): Record<string, string> {
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort()
  return Object.fromEntries(
    names.map((name) => {
      const path = join(dir, name)
      const stat = lstatSync(path)
      const content = stat.isSymbolicLink()
        ? `-> ${readlinkSync(path)}`
        : stat.isFile()
          ? createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16)
          : ''
      return [name, `${stat.mode.toString(8)} ${content}`]
    }),
  )
}

async function call(cwd: string, env: Record<string, string>, args: string[]) {
  const lines: string[] = []
  const host = args.indexOf('--host')
  const given: Call = {
    args: args.slice(0, 1),
    options: {
      user: args.includes('--user'),
      project: args.includes('--project'),
      ...(host > 0 ? { host: args[host + 1] } : {}),
    },
    json: args.includes('--json'),
    ...{ cwd, env },
    out: (line) => void lines.push(line),
  }
  const code = await actOnPlugin(given)
  return { code, out: lines.join('\n') }
}

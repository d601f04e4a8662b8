import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Hook, parseHooks } from '../config/hooks.ts'
import { applyEnvironment, defaultConfig, parseConfig } from '../config/load.ts'
import type { Config } from '../config/schema.ts'
import { type Layout, layoutOf } from '../store/layout.ts'
import { openRepository, type Repository, resolveCommit, showFile } from '../workspace/repository.ts'
import { EXIT, Problem } from './problem.ts'

export interface Project {
  repo: Repository
  layout: Layout
  config: Config
  hooks: Hook[]
  sources: { path: string; sha256: string; from: string }[]
}

const CONFIG_PATH = '.wiggum/config.yaml'
const HOOKS_PATH = '.wiggum/hooks.yaml'

/** The repository and its configuration, as the user has them. Nothing is written. */
export async function openProject(cwd: string, env: Record<string, string | undefined>): Promise<Project> {
  const opened = await openRepository(cwd)
  if (!opened.ok) throw new Problem(EXIT.environment, opened.message, opened.fix)
  const { repo } = opened
  const configFile = await usersFile(repo, CONFIG_PATH)
  const hooksFile = await usersFile(repo, HOOKS_PATH)
  const parsed = configFile
    ? parseConfig(configFile.text, CONFIG_PATH)
    : { ok: true as const, config: defaultConfig() }
  if (!parsed.ok) throw new Problem(EXIT.usage, parsed.message, '')
  const applied = applyEnvironment(parsed.config, env)
  if (!applied.ok) throw new Problem(EXIT.usage, applied.message, '')
  const hooks = parseHooks(hooksFile?.text ?? '', HOOKS_PATH)
  if (!hooks.ok) throw new Problem(EXIT.usage, hooks.message, '')
  const sources = [configFile, hooksFile].flatMap((file) =>
    file ? [{ path: file.path, sha256: sha256(file.text), from: file.from }] : [],
  )
  return { repo, layout: layoutOf(repo.root), config: applied.config, hooks: hooks.hooks, sources }
}

interface UsersFile {
  path: string
  text: string
  from: string
}

/** The committed copy if there is one: a working copy may be half edited. Never a copy an agent could write. */
async function usersFile(repo: Repository, path: string): Promise<UsersFile | null> {
  const head = await resolveCommit(repo, 'HEAD')
  const committed = head ? await showFile(repo, head, path) : null
  if (committed) return { path, text: committed.toString('utf8'), from: `commit ${head}` }
  const working = join(repo.root, path)
  if (!existsSync(working)) return null
  if (!statSync(working).isFile())
    throw new Problem(
      EXIT.environment,
      `${working} is a folder, not a file`,
      'Move it away, or put the configuration there.',
    )
  return { path, text: readFileSync(working, 'utf8'), from: 'working copy' }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

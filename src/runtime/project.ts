import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { applyEnvironment, defaultConfig, parseConfig } from '../config/load.ts'
import type { Config } from '../config/schema.ts'
import { type Layout, layoutOf } from '../store/layout.ts'
import { openRepository, type Repository, resolveCommit, showFile } from '../workspace/repository.ts'
import { EXIT, Problem } from './problem.ts'

export interface Project {
  repo: Repository
  layout: Layout
  config: Config
  sources: { path: string; sha256: string; from: string }[]
}

const CONFIG_PATH = '.wiggum/config.yaml'

/** The repository and its configuration, as the user has them. Nothing is written. */
export async function openProject(cwd: string, env: Record<string, string | undefined>): Promise<Project> {
  const opened = await openRepository(cwd)
  if (!opened.ok) throw new Problem(EXIT.environment, opened.message, opened.fix)
  const { repo } = opened
  const found = await findConfig(repo)
  const parsed = found ? parseConfig(found.text, CONFIG_PATH) : { ok: true as const, config: defaultConfig() }
  if (!parsed.ok) throw new Problem(EXIT.usage, parsed.message, '')
  const applied = applyEnvironment(parsed.config, env)
  if (!applied.ok) throw new Problem(EXIT.usage, applied.message, '')
  const sources = found ? [{ path: CONFIG_PATH, sha256: sha256(found.text), from: found.from }] : []
  return { repo, layout: layoutOf(repo.root), config: applied.config, sources }
}

/** The committed copy if there is one: a working copy may be half edited. Never a copy an agent could write. */
async function findConfig(repo: Repository): Promise<{ text: string; from: string } | null> {
  const head = await resolveCommit(repo, 'HEAD')
  const committed = head ? await showFile(repo, head, CONFIG_PATH) : null
  if (committed) return { text: committed.toString('utf8'), from: `commit ${head}` }
  const path = layoutOf(repo.root).config
  return existsSync(path) ? { text: readFileSync(path, 'utf8'), from: 'working copy' } : null
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

import { existsSync } from 'node:fs'
import { type Hook, parseHooks } from '../config/hooks.ts'
import { applyEnvironment, defaultConfig, parseConfig } from '../config/load.ts'
import type { Config } from '../config/schema.ts'
import type { OwnArchetype } from '../core/events.ts'
import { type Workflow, workflows } from '../policy/workflows.ts'
import { type Layout, layoutOf } from '../store/layout.ts'
import { asRepository } from '../workspace/no-repository.ts'
import { openRepository, type Repository, resolveCommit } from '../workspace/repository.ts'
import { type DetectorFile, readOwnFiles } from './own-files.ts'
import { EXIT, Problem } from './problem.ts'
import { type Source, sourceOf, type UsersSide, usersFile } from './users-file.ts'

export interface Project {
  repo: Repository
  layout: Layout
  config: Config
  hooks: Hook[]
  /** The built-in ones, with the user's own over them. */
  workflows: Record<string, Workflow>
  archetypes: OwnArchetype[]
  /** The user's own rules, not yet run: see `ownDetectors`. */
  detectors: DetectorFile[]
  sources: Source[]
}

const CONFIG_PATH = '.wiggum/config.yaml'
const HOOKS_PATH = '.wiggum/hooks.yaml'

export async function openGit(cwd: string): Promise<Repository> {
  const opened = await openRepository(cwd)
  if (opened.ok) return opened.repo
  throw new Problem(EXIT.environment, opened.message, opened.fix)
}

/** Only where things are: what looks at runs or stops them must work with a broken configuration too. */
export async function openPlace(cwd: string): Promise<{ repo: Repository; layout: Layout }> {
  const here = layoutOf(cwd)
  // A live session's loop was here, without a repository.
  if (existsSync(here.noGit)) return { repo: await asRepository(cwd, here.noGit), layout: here }
  const repo = await openGit(cwd)
  return { repo, layout: layoutOf(repo.root) }
}

/**
 * The repository and its configuration, as the user has them on the branch that is to be changed. Nothing is written.
 * Where no branch is named, the configuration of HEAD may name one; what counts then is the configuration there.
 */
export async function openProject(
  cwd: string,
  env: Record<string, string | undefined>,
  target: string | null = null,
): Promise<Project> {
  const repo = await openGit(cwd)
  const project = await readProject({ repo, at: await baseOf(repo, target) }, env)
  const configured = project.config.git.target
  if (target !== null || configured === null) return project
  return readProject({ repo, at: await baseOf(repo, configured) }, env)
}

/** A branch that does not exist is reported by whoever wants to land on it. */
async function baseOf(repo: Repository, target: string | null): Promise<string> {
  const commit = target === null ? null : await resolveCommit(repo, `refs/heads/${target}`)
  return commit ?? 'HEAD'
}

export async function readProject(
  from: UsersSide,
  env: Record<string, string | undefined>,
): Promise<Project> {
  const { repo } = from
  // Every file is of one commit, wherever the branch is by then.
  const side = { ...from, at: (await resolveCommit(repo, from.at)) ?? from.at }
  const own = await readOwnFiles(side)
  const configFile = await usersFile(side, CONFIG_PATH)
  const hooksFile = await usersFile(side, HOOKS_PATH)
  const parsed = configFile
    ? parseConfig(configFile.text, CONFIG_PATH, {
        workflows: own.workflows.map(({ name }) => name),
        detectors: own.detectors.map(({ id }) => id),
      })
    : { ok: true as const, config: defaultConfig() }
  if (!parsed.ok) throw new Problem(EXIT.usage, parsed.message, '')
  const applied = applyEnvironment(parsed.config, env)
  if (!applied.ok) throw new Problem(EXIT.usage, applied.message, '')
  const hooks = parseHooks(hooksFile?.text ?? '', HOOKS_PATH)
  if (!hooks.ok) throw new Problem(EXIT.usage, hooks.message, '')
  const read = [configFile, hooksFile].flatMap((file) => (file ? [sourceOf(file)] : []))
  return {
    repo,
    layout: layoutOf(repo.root),
    config: applied.config,
    hooks: hooks.hooks,
    workflows: { ...workflows, ...Object.fromEntries(own.workflows.map((each) => [each.name, each])) },
    archetypes: own.archetypes,
    detectors: own.detectors,
    sources: [...read, ...own.sources],
  }
}

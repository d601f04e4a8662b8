import { type Hook, parseHooks } from '../config/hooks.ts'
import { applyEnvironment, defaultConfig, parseConfig } from '../config/load.ts'
import type { Config } from '../config/schema.ts'
import type { OwnArchetype } from '../core/events.ts'
import { type Workflow, workflows } from '../policy/workflows.ts'
import { type Layout, layoutOf } from '../store/layout.ts'
import { openRepository, type Repository } from '../workspace/repository.ts'
import { readOwnFiles } from './own-files.ts'
import { EXIT, Problem } from './problem.ts'
import { type Source, sourceOf, usersFile } from './users-file.ts'

export interface Project {
  repo: Repository
  layout: Layout
  config: Config
  hooks: Hook[]
  /** The built-in ones, with the user's own over them. */
  workflows: Record<string, Workflow>
  archetypes: OwnArchetype[]
  sources: Source[]
}

const CONFIG_PATH = '.wiggum/config.yaml'
const HOOKS_PATH = '.wiggum/hooks.yaml'

/** Only where things are: what looks at runs or stops them must work with a broken configuration too. */
export async function openPlace(cwd: string): Promise<{ repo: Repository; layout: Layout }> {
  const opened = await openRepository(cwd)
  if (!opened.ok) throw new Problem(EXIT.environment, opened.message, opened.fix)
  return { repo: opened.repo, layout: layoutOf(opened.repo.root) }
}

/** The repository and its configuration, as the user has them. Nothing is written. */
export async function openProject(cwd: string, env: Record<string, string | undefined>): Promise<Project> {
  const { repo } = await openPlace(cwd)
  const own = await readOwnFiles(repo)
  const configFile = await usersFile(repo, CONFIG_PATH)
  const hooksFile = await usersFile(repo, HOOKS_PATH)
  const parsed = configFile
    ? parseConfig(
        configFile.text,
        CONFIG_PATH,
        own.workflows.map(({ name }) => name),
      )
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
    sources: [...read, ...own.sources],
  }
}

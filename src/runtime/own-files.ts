import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { archetypes } from '../archetypes/index.ts'
import { parseArchetype } from '../config/own-archetype.ts'
import { parseWorkflow } from '../config/own-workflow.ts'
import type { OwnArchetype } from '../core/events.ts'
import type { Workflow } from '../policy/workflows.ts'
import { listFolder, openRepository, type Repository, resolveCommit } from '../workspace/repository.ts'
import { EXIT, Problem } from './problem.ts'
import { type Source, sourceOf, type UsersSide, usersFile } from './users-file.ts'

/** What the user wrote besides the configuration: reviewers and workflows of their own. */
export interface OwnFiles {
  archetypes: OwnArchetype[]
  workflows: Workflow[]
  sources: Source[]
}

const ROLES = '.wiggum/archetypes'
const WORKFLOWS = '.wiggum/workflows'
/** All of them go into the log's first line, which has a size limit. */
const MAX_FILES = 32

export async function readOwnFiles(side: UsersSide): Promise<OwnFiles> {
  const sources: Source[] = []
  const roles: OwnArchetype[] = []
  for (const name of await namesIn(side, ROLES, (path) => /^([^/]+)\/archetype\.yaml$/.exec(path)?.[1]))
    roles.push(await ownArchetype(side, name, sources))
  const reviewers = [...Object.values(archetypes).filter(({ reviews }) => reviews), ...roles]
  const workflows: Workflow[] = []
  for (const name of await workflowNames(side)) {
    const file = (await usersFile(side, `${WORKFLOWS}/${name}.yaml`))!
    const known = reviewers.map((role) => role.name).filter((role) => role !== 'guardian')
    const parsed = parseWorkflow({ name, path: file.path, text: file.text, reviewers: known })
    if (!parsed.ok) throw new Problem(EXIT.usage, parsed.message, '')
    sources.push(sourceOf(file))
    workflows.push(parsed.workflow)
  }
  return { archetypes: roles, workflows, sources }
}

async function ownArchetype(side: UsersSide, name: string, sources: Source[]): Promise<OwnArchetype> {
  const file = (await usersFile(side, `${ROLES}/${name}/archetype.yaml`))!
  const prompt = await usersFile(side, `${ROLES}/${name}/prompt.md`)
  const parsed = parseArchetype({
    name,
    path: file.path,
    text: file.text,
    prompt: prompt?.text ?? null,
    builtIn: Object.keys(archetypes),
  })
  if (!parsed.ok) throw new Problem(EXIT.usage, parsed.message, '')
  sources.push(sourceOf(file), ...(prompt ? [sourceOf(prompt)] : []))
  return parsed.archetype
}

/** For an editor's schema: names only, whatever the files hold. Nothing outside a repository. */
export async function ownWorkflowNames(cwd: string): Promise<string[]> {
  const opened = await openRepository(cwd)
  return opened.ok ? workflowNames({ repo: opened.repo, at: 'HEAD' }) : []
}

function workflowNames(side: UsersSide): Promise<string[]> {
  return namesIn(side, WORKFLOWS, (path) => /^([^/]+)\.yaml$/.exec(path)?.[1])
}

/** The committed ones and those in the working copy. */
async function namesIn(
  { repo, at }: UsersSide,
  folder: string,
  nameOf: (path: string) => string | undefined,
): Promise<string[]> {
  const commit = await resolveCommit(repo, at)
  const committed = commit ? await listFolder(repo, commit, folder) : []
  const paths = [...committed.map(({ path }) => path.slice(folder.length + 1)), ...pathsIn(repo, folder)]
  const names = [...new Set(paths.flatMap((path) => nameOf(path) ?? []))].sort()
  if (names.length > MAX_FILES)
    throw new Problem(EXIT.usage, `${folder} holds more than ${MAX_FILES} of them`, 'Remove some.')
  return names
}

function pathsIn(repo: Repository, folder: string): string[] {
  const root = join(repo.root, folder)
  if (!existsSync(root)) return []
  return readdirSync(root).flatMap((name) => {
    const inside = `${name}/archetype.yaml`
    return existsSync(join(root, inside)) ? [name, inside] : [name]
  })
}

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { JUDGE } from '../archetypes/archetype.ts'
import { archetypes } from '../archetypes/index.ts'
import type { OwnNames } from '../config/detector-settings.ts'
import { parseArchetype } from '../config/own-archetype.ts'
import { parseWorkflow } from '../config/own-workflow.ts'
import type { OwnArchetype } from '../core/events.ts'
import type { Workflow } from '../policy/workflows.ts'
import { listFolder, openRepository, type Repository, resolveCommit } from '../workspace/repository.ts'
import { EXIT, Problem } from './problem.ts'
import { isUsersOwn, type Source, sourceOf, type UsersSide, usersFile } from './users-file.ts'

/** What the user wrote besides the configuration: reviewers and workflows of their own. */
export interface OwnFiles {
  archetypes: OwnArchetype[]
  workflows: Workflow[]
  detectors: DetectorFile[]
  sources: Source[]
}

/** A rule of the user's own, read and not yet run. It is named after its file. */
export interface DetectorFile {
  id: string
  path: string
  text: string
}

const OURS = '.wiggum'
const ROLES = `${OURS}/archetypes`
const WORKFLOWS = `${OURS}/workflows`
const DETECTORS = `${OURS}/detectors`
const MAX_DETECTOR_BYTES = 64 * 1024
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
  const detectors = await detectorFiles(side, sources)
  return { archetypes: roles, workflows, detectors, sources }
}

/** Their names and texts: nothing of them is run here. */
async function detectorFiles(side: UsersSide, sources: Source[]): Promise<DetectorFile[]> {
  const found: DetectorFile[] = []
  for (const name of await detectorNames(side)) {
    const file = (await usersFile(side, `${DETECTORS}/${name}`))!
    const id = detectorId(name)
    const problem = detectorProblem(file, found.find((each) => each.id === id)?.path)
    if (problem) throw new Problem(EXIT.usage, `${file.path}: ${problem}`, '')
    sources.push(sourceOf(file))
    found.push({ id, path: file.path, text: file.text })
  }
  return found
}

function detectorProblem({ text }: { text: string }, twin: string | undefined): string | null {
  if (twin !== undefined) return `${twin} is named the same; remove one of them.`
  if (Buffer.byteLength(text) > MAX_DETECTOR_BYTES)
    return `it is larger than ${MAX_DETECTOR_BYTES / 1024} KiB; a rule is a small module.`
  return null
}

async function ownArchetype(side: UsersSide, name: string, sources: Source[]): Promise<OwnArchetype> {
  const file = (await usersFile(side, `${ROLES}/${name}/archetype.yaml`))!
  const prompt = await usersFile(side, `${ROLES}/${name}/prompt.md`)
  const parsed = parseArchetype({
    name,
    path: file.path,
    text: file.text,
    prompt: prompt?.text ?? null,
    builtIn: [...Object.keys(archetypes), JUDGE],
  })
  if (!parsed.ok) throw new Problem(EXIT.usage, parsed.message, '')
  sources.push(sourceOf(file), ...(prompt ? [sourceOf(prompt)] : []))
  return parsed.archetype
}

/** For an editor's schema: names only, whatever the files hold. Nothing outside a repository. */
export async function ownNames(cwd: string): Promise<OwnNames> {
  const opened = await openRepository(cwd)
  if (!opened.ok) return { workflows: [], detectors: [] }
  const side = { repo: opened.repo, at: 'HEAD' }
  const files = await detectorNames(side)
  return { workflows: await workflowNames(side), detectors: files.map(detectorId) }
}

function workflowNames(side: UsersSide): Promise<string[]> {
  return namesIn(side, WORKFLOWS, (path) => /^([^/]+)\.yaml$/.exec(path)?.[1])
}

function detectorNames(side: UsersSide): Promise<string[]> {
  return namesIn(side, DETECTORS, (path) => /^[^/]+\.m?js$/.exec(path)?.[0])
}

function detectorId(fileName: string): string {
  return fileName.replace(/\.m?js$/, '')
}

/** The committed ones and those in the working copy. */
async function namesIn(
  side: UsersSide,
  folder: string,
  nameOf: (path: string) => string | undefined,
): Promise<string[]> {
  const { repo, at } = side
  const commit = await resolveCommit(repo, at)
  // One list serves all three folders.
  const committed = commit ? await listFolder(repo, commit, OURS) : []
  const paths = committed.flatMap(({ path }) =>
    path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1)] : [],
  )
  for (const path of pathsIn(repo, folder)) if (await isUsersOwn(side, `${folder}/${path}`)) paths.push(path)
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

import { listFolder, type Repository, showFile } from '../workspace/repository.ts'
import { EXIT, Problem } from './problem.ts'

const OURS = '.wiggum'
/** What a user writes there. Anything else is a run's own: its log, its artifacts, the answers to its questions. */
const USERS = /^\.wiggum\/(?:\.gitignore|config\.yaml|hooks\.yaml|(?:archetypes|workflows|detectors)\/)/

/** A change that brings along what only a run may write could answer its own review's questions. */
export async function refuseForeignRuns(repo: Repository, before: string, head: string): Promise<void> {
  const isLink = (await showFile(repo, head, OURS)) !== null
  const known = new Map((await listFolder(repo, before, OURS)).map(({ path, oid }) => [path, oid]))
  const found = (await listFolder(repo, head, OURS)).find(
    ({ path, oid }) => !USERS.test(path) && known.get(path) !== oid,
  )
  if (!isLink && !found) return
  throw new Problem(
    EXIT.usage,
    `The change brings ${isLink ? OURS : found!.path} along, where only wiggum itself writes`,
    'Review it in a clone without that, or take it out of the change.',
  )
}

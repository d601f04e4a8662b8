import { nearest } from '../config/nearest-key.ts'
import type { EventData } from '../core/events.ts'
import { branchCommit, firstParent, knownNames, likelyBases, mergeBase } from '../workspace/ranges.ts'
import { type Repository, resolveCommit } from '../workspace/repository.ts'
import { EXIT, Problem } from './problem.ts'

type Kind = NonNullable<EventData['run.start']['review']>['kind']

/** What somebody wants to have reviewed. */
export type Wanted =
  | { kind: 'branch' }
  | { kind: 'range'; text: string }
  | { kind: 'staged' }
  | { kind: 'working-tree' }
  | { kind: 'patch'; name: string; patch: Buffer }

/** The same with every name looked up. */
export interface Subject {
  kind: Kind
  /** In words. */
  what: string
  base: string
  /** What it is compared with, by name. */
  target: string
  /** `null`: it is in no commit yet. */
  head: string | null
  /** The commit whose configuration counts: never one of the change itself. */
  rules: string
}

/** Names become commits. `likely` is what a branch is compared with before anything else, if it is there. */
export async function reviewSubject(
  repo: Repository,
  wanted: Wanted,
  likely: string | null,
): Promise<Subject | null> {
  switch (wanted.kind) {
    case 'branch':
      return ofBranch(repo, 'HEAD', likely)
    case 'range':
      return ofText(repo, wanted.text, likely)
    case 'staged':
      return uncommitted(repo, 'staged', 'the staged changes')
    case 'working-tree':
      return uncommitted(repo, 'working-tree', 'the changes in the working tree')
    case 'patch':
      return uncommitted(repo, 'patch', `the patch ${wanted.name}`)
  }
}

async function uncommitted(repo: Repository, kind: Kind, what: string): Promise<Subject> {
  const base = await commitOf(repo, 'HEAD')
  return { kind, what, base, target: 'HEAD', head: null, rules: base }
}

async function ofText(repo: Repository, text: string, likely: string | null): Promise<Subject> {
  const [, from, dots, to] = /^(.*?)(\.{2,3})(.*)$/.exec(text) ?? []
  if (dots !== undefined) return ofRange(repo, { from: from || 'HEAD', to: to || 'HEAD', dots })
  if ((await branchCommit(repo, text)) === null) return ofCommit(repo, text)
  const subject = await ofBranch(repo, text, likely)
  if (subject) return subject
  throw new Problem(
    EXIT.usage,
    `There is nothing to compare ${text} with`,
    `Name it: wiggum review <branch>...${text}.`,
  )
}

/** As `git diff` has it: two dots compare two commits, three what came after they parted. */
async function ofRange(
  repo: Repository,
  { from, to, dots }: { from: string; to: string; dots: string },
): Promise<Subject> {
  const [one, head] = [await commitOf(repo, from), await commitOf(repo, to)]
  const base = dots === '..' ? one : await partedAt(repo, { from, one, to, head })
  return { kind: 'range', what: `${from}${dots}${to}`, base, target: from, head, rules: one }
}

async function ofCommit(repo: Repository, name: string): Promise<Subject> {
  const head = await commitOf(repo, name)
  const base = await firstParent(repo, head)
  if (base === null)
    throw new Problem(
      EXIT.usage,
      `The commit ${name} has no parent here, so there is nothing to compare it with`,
      'Name a range: wiggum review <from>..<to>.',
    )
  const what = `the commit ${name === head ? head.slice(0, 10) : name}`
  return { kind: 'commit', what, base, target: `${name}^`, head, rules: base }
}

/** What a branch has that the one it goes back to does not. `null`: there is nothing to compare it with. */
async function ofBranch(repo: Repository, name: string, likely: string | null): Promise<Subject | null> {
  const head = await commitOf(repo, name)
  const bases = [...(likely === null ? [] : [likely]), ...(await likelyBases(repo))]
  for (const from of bases.filter((each) => each !== name)) {
    const one = await branchCommit(repo, from)
    if (one === null) continue
    const base = await partedAt(repo, { from, one, to: name, head })
    return { kind: 'range', what: `${from}...${name}`, base, target: from, head, rules: one }
  }
  return null
}

async function partedAt(
  repo: Repository,
  { from, one, to, head }: { from: string; one: string; to: string; head: string },
): Promise<string> {
  const base = await mergeBase(repo, one, head)
  if (base !== null) return base
  throw new Problem(
    EXIT.usage,
    `${from} and ${to} have no commit in common that is known here`,
    'In a shallow clone, fetch more of the history: git fetch --unshallow.',
  )
}

async function commitOf(repo: Repository, name: string): Promise<string> {
  const commit = (await branchCommit(repo, name)) ?? (await resolveCommit(repo, name))
  if (commit !== null) return commit
  const near = nearest(name, await knownNames(repo))
  const hint = near === null ? '' : `The nearest known name is "${near}".`
  throw new Problem(EXIT.usage, `There is no branch, tag or commit "${name}"`, hint)
}

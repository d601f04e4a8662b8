import { randomUUID } from 'node:crypto'
import { treeOf } from '../workspace/git.ts'
import { rangeMessages } from '../workspace/ranges.ts'
import type { Repository } from '../workspace/repository.ts'
import {
  commitPatched,
  commitStaged,
  commitWorking,
  type MadeChange,
  wholePatch,
} from '../workspace/reviewed-change.ts'
import { openVault, type Vault } from '../workspace/vault.ts'
import { workFolder } from '../workspace/work-folder.ts'
import { removeWork } from '../workspace/workspace.ts'
import type { Environment } from './open-context.ts'
import { EXIT, Problem } from './problem.ts'
import type { Subject, Wanted } from './review-subject.ts'

/** A change with a commit of its own. */
export interface Change extends Subject {
  head: string
  /** The change itself, where the user's repository has no commit of it. */
  patch: Buffer | null
  /** What it says of itself. */
  said: string
}

interface Asked {
  wanted: Wanted
  env: Environment
}

/** What is to be reviewed, made fast. `null`: it changes nothing. */
export async function reviewChange(repo: Repository, subject: Subject, asked: Asked): Promise<Change | null> {
  const { base, head } = subject
  if (head === null) return uncommittedChange(repo, subject, asked)
  const [before, after] = [await treeOf(repo.gitDir, base), await treeOf(repo.gitDir, head)]
  if (before === after) return null
  return { ...subject, head, patch: null, said: await rangeMessages(repo, base, head) }
}

/** Computed beside the user's repository, in a place that is gone afterwards: a review of nothing leaves nothing. */
async function uncommittedChange(repo: Repository, subject: Subject, asked: Asked): Promise<Change | null> {
  const { wanted, env } = asked
  const name = `review-${randomUUID()}`
  const work = workFolder(repo, name, env)
  try {
    const vault = await openVault(repo, name, work)
    const made = await commitOf(vault, subject, wanted)
    if (!made.ok) throw unusable(subject, made.problem)
    const head = made.commit
    if (head === subject.base) return null
    const patch = await wholePatch(vault, subject.base, head)
    const said = wanted.kind === 'patch' ? headOf(wanted.patch) : ''
    return { ...subject, head, patch, said }
  } finally {
    await removeWork(work)
  }
}

function commitOf(vault: Vault, { kind, base }: Subject, wanted: Wanted): Promise<MadeChange> {
  if (wanted.kind === 'patch') return commitPatched(vault, base, wanted.patch)
  return kind === 'staged' ? commitStaged(vault, base) : commitWorking(vault, base)
}

function unusable({ kind, what }: Subject, problem: string): Problem {
  if (kind === 'patch')
    return new Problem(
      EXIT.usage,
      `${what.replace(/^the/, 'The')} does not apply to HEAD: ${problem}`,
      'Make it against the commit that is checked out: git diff <commit>.',
    )
  return new Problem(EXIT.usage, `Not reviewed: ${problem}`, 'Resolve it and stage it, then review again.')
}

const MAX_SAID = 20_000

/** What a mail or `git format-patch` puts before the patch. */
function headOf(patch: Buffer): string {
  const text = patch.toString('utf8', 0, 4 * MAX_SAID)
  const end = /^(?:diff --git |--- )/m.exec(text)?.index ?? 0
  return text.slice(0, end).trim().slice(0, MAX_SAID)
}

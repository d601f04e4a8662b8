import { type Commit, firstParents, type Tree } from './commits.ts'

/** What stands outside a run's own files. A kill leaves exactly this behind, and the disk. */
export interface Facts {
  commits: Map<string, Commit>
  /** What the vault has beyond the user's repository; null: there is no vault. */
  vault: Set<string> | null
  /** What the user's repository has. */
  repo: Set<string>
  refs: Map<string, string>
  moves: readonly Move[]
  /** The user's files. */
  checkout: Tree
  /** What a live session's tree was marked as. */
  mark: string | null
  workspaces: Map<string, Clone>
  /** Trees for checks: which commit each shows. */
  trees: Map<string, string>
  /** Agents at work, by their leash: whoever kills a supervisor and its reaper leaves them. */
  working: Set<string>
  seen: readonly Seen[]
}

interface Move {
  ref: string
  from: string | null
  to: string
  why: string
}

interface Clone {
  /** The agent's own HEAD. */
  head: string
  files: Tree
  /** Handed to an agent; until then it is half made. */
  whole: boolean
}

/** What somebody outside noticed. */
export type Seen =
  | { what: 'agent'; step: string; attempt: number; at: 'started' | 'ended' }
  | { what: 'check'; step: string; command: string; commit: string }
  | { what: 'sent'; channel: string; delivery: string; pass: number }

/** Values are never changed, only replaced: so a copy of the containers is a copy of all. */
export function copyOf(facts: Facts): Facts {
  const { commits, vault, repo, refs, workspaces, trees, working } = facts
  return {
    ...facts,
    commits: new Map(commits),
    vault: vault && new Set(vault),
    repo: new Set(repo),
    refs: new Map(refs),
    workspaces: new Map(workspaces),
    trees: new Map(trees),
    working: new Set(working),
  }
}

export const TARGET = 'refs/heads/main'
export const TRAILER = 'Wiggum-Run: '

export function treeOf({ commits }: Facts, id: string): Tree {
  const commit = commits.get(id)
  if (!commit) throw new Error(`there is no commit ${id}`)
  return commit.tree
}

/** Landings of runs on the target, newest first. */
export function landings(facts: Facts): string[] {
  const line = firstParents(facts.commits, facts.refs.get(TARGET)!)
  return line.filter((id) => facts.commits.get(id)!.message.includes(TRAILER))
}

/** What a command may throw away in the folder that it works in. Said from its words alone: nothing is looked at yet. */
export type Loss = FileLoss | GitLoss | UnknownLoss

/** Of files that its words do not name. */
interface UnknownLoss {
  kind: 'unknown'
  how: FileLoss['how']
  what: string
}

export interface FileLoss {
  kind: 'files'
  /** Whole paths, with the signs of a shell's patterns. */
  paths: string[]
  /** `overwrite`: the file of that very name. `remove`: it, and all that is below it. */
  how: 'remove' | 'overwrite'
  /** Only files with such a name, by a search's condition. */
  names: string[]
  what: string
}

export type GitLoss = { kind: 'git'; dir: string | null; what: string } & (
  | {
      /** Changes of tracked files; `null`: of all. */
      part: 'changes'
      paths: string[] | null
      /** The commit that the files are taken from; `null`: the one that is checked out, or the index. */
      from: string | null
    }
  | { part: 'untracked'; args: string[] }
  /** Refs that go, or that are pointed elsewhere; `to` is where they, or the branch that is checked out, are then. */
  | {
      part: 'refs'
      refs: string[]
      to: string | null
      /** What is in the commits that go stays in the files, or comes again in new commits. */
      stays?: boolean
    }
  | { part: 'stash'; entry: string | null }
  /** Commits that only a reflog knows. */
  | { part: 'unreachable' }
  /** Every ref is written anew. */
  | { part: 'history' }
  | { part: 'worktree'; path: string }
)

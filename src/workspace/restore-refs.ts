import { git, gitAsUser, isAncestor } from './git.ts'
import { type KeptState, stashEntries } from './kept-state.ts'
import { readRef } from './publish.ts'
import { type Repository, resolveCommit } from './repository.ts'

/** What `restoreRefs` would bring back, in words. */
export async function missingRefs(repo: Repository, state: KeptState): Promise<string[]> {
  const gone: string[] = []
  for (const { ref, commit } of state.refs) {
    const now = await readAny(repo, ref)
    const isHeld =
      now === commit ||
      (now !== null && (await isAncestor(repo.gitDir, commit, now)) && !(await wasThere(repo, state, now)))
    if (!isHeld) gone.push(`${ref} at ${commit.slice(0, 10)}`)
  }
  const stash = new Set((await stashEntries(repo.gitDir)).map(({ commit }) => commit))
  const entries = state.stash.filter(({ commit }) => !stash.has(commit))
  return [...gone, ...entries.map(({ message }) => `the stash entry “${message}”`)]
}

/** Branches, tags and stash entries that are gone, branches that were moved, and the branch that was checked out. Said in words, one each. */
export async function restoreRefs(repo: Repository, state: KeptState): Promise<string[]> {
  const said: string[] = []
  for (const kept of state.refs) said.push(...(await restoreRef(repo, state, kept)))
  return [...said, ...(await restoreBranch(repo, state)), ...(await restoreStash(repo, state.stash))]
}

/** Whether a commit was part of the history that was kept: then nothing new stands on a ref that leads to it. */
async function wasThere(repo: Repository, { refs, head }: KeptState, commit: string): Promise<boolean> {
  const kept = [...refs.map((each) => each.commit), ...(head === null ? [] : [head])]
  const input = [commit, ...kept.map((each) => `^${each}`)].join('\n')
  const walked = await git(repo.gitDir, ['rev-list', '--max-count=1', '--stdin'], { input: `${input}\n` })
  return walked.code === 0 && walked.stdout.length === 0
}

/** The files follow by themselves: they are compared with HEAD after this. */
async function restoreBranch(repo: Repository, state: KeptState): Promise<string[]> {
  const { branch, head } = state
  if (branch === null || head === null || (await readAny(repo, branch)) !== head) return []
  const current = await git(repo.gitDir, ['symbolic-ref', '--quiet', 'HEAD'])
  if (current.code === 0 && current.stdout.toString('utf8').trim() === branch) return []
  const now = await resolveCommit(repo, 'HEAD')
  if (now !== null && !(await wasThere(repo, state, now))) return []
  const done = await git(repo.gitDir, ['symbolic-ref', '-m', 'wiggum: rescue restore', 'HEAD', branch], {
    env: committer(repo),
  })
  return done.code === 0 ? [`${branch.replace(/^refs\/heads\//, '')} is checked out again`] : []
}

async function restoreRef(
  repo: Repository,
  state: KeptState,
  { ref, commit }: KeptState['refs'][number],
): Promise<string[]> {
  const now = await readAny(repo, ref)
  const name = ref.replace(/^refs\/(?:heads|tags)\//, '')
  if (now === commit) return []
  if (now === null) return (await setRef(repo, { ref, to: commit, from: null })) ? [`${name} is back`] : []
  if (ref.startsWith('refs/tags/')) return beside(repo, { ref, name, commit })
  const isOld = await wasThere(repo, state, now)
  if (!isOld && (await isAncestor(repo.gitDir, commit, now))) return []
  const isBehind = isOld || (await isAncestor(repo.gitDir, now, commit))
  if (isBehind && (await setRef(repo, { ref, to: commit, from: now })))
    return [`${name} is at ${commit.slice(0, 10)} again`]
  return beside(repo, { ref, name, commit })
}

/** It leads elsewhere by now, which is nobody's to undo: what it led to gets a name of its own. */
async function beside(
  repo: Repository,
  { ref, name, commit }: { ref: string; name: string; commit: string },
): Promise<string[]> {
  const other = `${ref}-rescued-${commit.slice(0, 10)}`
  if ((await readAny(repo, other)) === commit) return []
  const done = await setRef(repo, { ref: other, to: commit, from: null })
  return done
    ? [`${name} was changed since; what it was is on ${other.replace(/^refs\/(?:heads|tags)\//, '')}`]
    : []
}

async function readAny(repo: Repository, ref: string): Promise<string | null> {
  if (ref.startsWith('refs/heads/')) return readRef(repo, ref)
  const found = await git(repo.gitDir, ['rev-parse', '--verify', '--quiet', ref])
  return found.code === 0 ? found.stdout.toString('utf8').trim() : null
}

async function setRef(
  repo: Repository,
  { ref, to, from }: { ref: string; to: string; from: string | null },
): Promise<boolean> {
  const args = ['update-ref', '-m', 'wiggum: rescue restore', ref, to, from ?? '']
  return (await git(repo.gitDir, args, { env: committer(repo) })).code === 0
}

function committer({ identity: { name, email } }: Repository): Record<string, string> {
  return { GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email }
}

/** The oldest first, so that they stand in their order again. */
async function restoreStash(repo: Repository, wanted: KeptState['stash']): Promise<string[]> {
  const now = new Set((await stashEntries(repo.gitDir)).map(({ commit }) => commit))
  if (now.size === 0) await dropEmptyStash(repo, wanted)
  const said: string[] = []
  for (const { commit, message } of wanted.toReversed()) {
    if (now.has(commit)) continue
    const stored = await git(repo.gitDir, ['stash', 'store', '-m', message, commit], {
      env: committer(repo),
      workTree: repo.root,
    })
    if (stored.code === 0) said.push(`the stash entry “${message}” is back`)
  }
  return said
}

/** Its reflog is gone, and the ref is not: git adds no entry for a commit that the ref leads to already. */
async function dropEmptyStash(repo: Repository, wanted: KeptState['stash']): Promise<void> {
  const tip = await readAny(repo, 'refs/stash')
  if (tip !== null && wanted.some(({ commit }) => commit === tip))
    await git(repo.gitDir, ['update-ref', '-d', 'refs/stash', tip])
}

/** What was staged is staged again, where HEAD is where it was. */
export async function restoreIndex(repo: Repository, state: KeptState): Promise<void> {
  if (state.head === null || (await resolveCommit(repo, 'HEAD')) !== state.head) return
  await git(repo.gitDir, ['read-tree', state.index ?? state.head], { workTree: repo.root })
  await gitAsUser(repo.root, ['update-index', '-q', '--refresh'])
}

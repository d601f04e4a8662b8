import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { FETCH, fetchChecked } from './agent-history.ts'
import { git, gitLine } from './git.ts'
import { lockReleased } from './locks.ts'
import type { Repository } from './repository.ts'
import type { Vault } from './vault.ts'

const RETRY_MS = 5_000

/** Copies a commit's objects from the vault to the user's repository, each one checked. No ref moves. */
export async function bringObjects(
  vault: Vault,
  commit: string,
  checks: 'checked' | 'unchecked',
): Promise<boolean> {
  const out = `refs/wiggum/out/${commit}`
  await gitLine(vault.dir, ['update-ref', out, commit])
  if (checks === 'checked') return fetchChecked(vault.repo.gitDir, vault.dir, out)
  return (await git(vault.repo.gitDir, [...FETCH, vault.dir, out])).code === 0
}

export interface RefMove {
  ref: string
  to: string
  /** Null: the ref must not exist. */
  from: string | null | 'any'
  why: string
  ours?: boolean
}

/** Compare-and-swap in the user's repository. `locked` means that the ref still is what we expect, but somebody holds it. */
export async function moveRef(repo: Repository, move: RefMove): Promise<'done' | 'moved' | 'locked'> {
  const until = performance.now() + RETRY_MS
  for (;;) {
    const old = move.from === 'any' ? [] : [move.from ?? '']
    const args = ['update-ref', '-m', `wiggum: ${move.why}`, move.ref, move.to, ...old]
    if ((await git(repo.gitDir, args, { env: committerOf(repo) })).code === 0) return 'done'
    const now = await readRef(repo, move.ref)
    if (now === move.to) return 'done'
    if (move.from !== 'any' && now !== move.from) return 'moved'
    if (performance.now() > until) return 'locked'
    if (move.ours) await releaseLocks(repo, move.ref)
    await sleep(20 + Math.random() * 60)
  }
}

export async function readRef(repo: Repository, ref: string): Promise<string | null> {
  const result = await git(repo.gitDir, ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`])
  return result.code === 0 ? result.stdout.toString('utf8').trim() : null
}

/** A git of ours that was killed in the middle of moving the ref leaves these. */
async function releaseLocks(repo: Repository, ref: string): Promise<void> {
  const places = [repo.root, repo.gitDir, repo.commonDir]
  for (const lock of [join(repo.commonDir, `${ref}.lock`), join(repo.gitDir, 'HEAD.lock')]) {
    await lockReleased(lock, { ours: true, places })
  }
}

function committerOf({ identity }: Repository): Record<string, string> {
  return { GIT_COMMITTER_NAME: identity.name, GIT_COMMITTER_EMAIL: identity.email }
}

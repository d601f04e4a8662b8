import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { FETCH } from './agent-history.ts'
import { git, gitLine } from './git.ts'
import { lockReleased } from './locks.ts'
import { removeFolder } from './remove.ts'
import type { Repository } from './repository.ts'
import type { Vault } from './vault.ts'

const RETRY_MS = 5_000

/** Copies a commit's objects from the vault to the user's repository. No ref moves. */
export async function bringObjects(vault: Vault, commit: string): Promise<boolean> {
  const out = `refs/wiggum/out/${commit}`
  await gitLine(vault.dir, ['update-ref', out, commit])
  // Whoever has these on in their settings would lose a rescue to them; what lands is checked by `passesCheck`.
  const unchecked = ['-c', 'transfer.fsckObjects=false', '-c', 'fetch.fsckObjects=false']
  return (await git(vault.repo.gitDir, [...unchecked, ...FETCH, vault.dir, out])).code === 0
}

/**
 * Git's strict check of every object between two commits. Apart from the copying, because an object that is there already is
 * not copied, and so would not be checked either.
 */
export async function passesCheck(
  vault: Vault,
  { previous, commit }: { previous: string; commit: string },
): Promise<boolean> {
  const dir = join(vault.dir, `check-${randomUUID()}`)
  mkdirSync(dir)
  try {
    const input = `${commit}\n^${previous}\n`
    const name = await gitLine(vault.dir, ['pack-objects', '--quiet', '--revs', join(dir, 'pack')], { input })
    const pack = join(dir, `pack-${name}.pack`)
    return (await git(vault.dir, ['index-pack', '--strict', '-o', join(dir, 'checked.idx'), pack])).code === 0
  } finally {
    removeFolder(dir)
  }
}

interface RefMove {
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

import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cannotWrite } from './environment-error.ts'
import { type Claim, newNonce, publish, readClaim } from './lock-claim.ts'
import type { ProcessIdentity } from './process-identity.ts'

export interface Lock {
  release(): void
}

export type LockAttempt = { held: true; lock: Lock } | { held: false; owner: ProcessIdentity | null }

const RETRIES = 50

export function tryLock(path: string): LockAttempt {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    for (let attempt = 0; attempt < RETRIES; attempt++) {
      const outcome = attemptOnce(path, newNonce())
      if (outcome !== 'again') return outcome
    }
    return { held: false, owner: null }
  } catch (cause) {
    throw cannotWrite(path, cause)
  }
}

export async function waitLock(
  path: string,
  options: { signal?: AbortSignal; pollMs?: number; onWait?: (owner: ProcessIdentity | null) => void },
): Promise<Lock> {
  const { signal, pollMs = 50, onWait } = options
  for (let waited = false; ; waited = true) {
    signal?.throwIfAborted()
    const attempt = tryLock(path)
    if (attempt.held) return attempt.lock
    if (!waited) onWait?.(attempt.owner)
    await sleep(pollMs * (0.5 + Math.random()), undefined, signal ? { signal } : {})
  }
}

function attemptOnce(path: string, nonce: string): LockAttempt | 'again' {
  if (publish(path, nonce)) return holding(path, nonce)
  const claim = readClaim(path)
  if (claim === null) return 'again'
  return claim.alive ? { held: false, owner: claim.owner } : takeOver(path, claim, nonce)
}

/**
 * A dead claim has one successor: the file named after its nonce, which only one process can create. A successor
 * that died too has a successor in turn. Deleting the dead file instead would let a slow contender delete the
 * lock of whoever was faster.
 */
function takeOver(path: string, dead: Claim, nonce: string): LockAttempt | 'again' {
  let successor = successorOf(path, dead)
  while (!publish(successor, nonce)) {
    const other = readClaim(successor)
    if (other === null) return 'again'
    if (other.alive) return { held: false, owner: other.owner }
    successor = successorOf(path, other)
  }
  // Someone may have finished this takeover, and tidied up, since we read the dead claim.
  if (readClaim(path)?.nonce !== dead.nonce) {
    rmSync(successor, { force: true })
    return 'again'
  }
  renameSync(successor, path)
  sweep(path)
  return holding(path, nonce)
}

function successorOf(path: string, claim: Claim): string {
  return `${path}.after-${claim.nonce}`
}

/** Only the living holder sweeps, so nothing here belongs to a takeover that still counts. */
function sweep(path: string): void {
  const prefix = `${basename(path)}.`
  for (const name of readdirSync(dirname(path))) {
    if (!name.startsWith(prefix) || name.endsWith('.lock')) continue
    const leftover = join(dirname(path), name)
    if (readClaim(leftover)?.alive === false) rmSync(leftover, { force: true })
  }
}

function holding(path: string, nonce: string): LockAttempt {
  const release = () => {
    if (readClaim(path)?.nonce === nonce) rmSync(path, { force: true })
  }
  return { held: true, lock: { release } }
}

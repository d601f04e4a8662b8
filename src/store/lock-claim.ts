import { closeSync, fstatSync, linkSync, openSync, readFileSync, rmSync } from 'node:fs'
import * as z from 'zod'
import { errorCode } from './environment-error.ts'
import { randomToken, writeNew } from './files.ts'
import { identityOf, isAlive, type ProcessIdentity } from './process-identity.ts'

/** One process's claim to a lock, as a file tells it. The nonce never comes twice. */
export interface Claim {
  owner: ProcessIdentity | null
  nonce: string
  alive: boolean
}

const GRACE_MS = 10_000

const claimSchema = z.object({
  pid: z.int().positive(),
  start: z.string(),
  boot: z.string(),
  nonce: z.string().regex(/^[\w-]{1,64}$/),
})

export function newNonce(): string {
  return `${process.pid}-${randomToken()}`
}

/** Creates the file with its whole content in one step. False if somebody's claim is there. */
export function publish(path: string, nonce: string): boolean {
  const me = identityOf(process.pid) ?? { pid: process.pid, start: '', boot: '' }
  const temp = `${path}.${nonce}.tmp`
  try {
    writeNew(temp, Buffer.from(JSON.stringify({ ...me, nonce })), 0o600)
    linkSync(temp, path)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  } finally {
    rmSync(temp, { force: true })
  }
}

export function readClaim(path: string): Claim | null {
  const file = readWithAge(path)
  if (file === null) return null
  const parsed = claimSchema.safeParse(file.json)
  // What we cannot read may be another version's lock, or one a power loss emptied: wait, then take it.
  if (!parsed.success) return { owner: null, nonce: file.fallbackNonce, alive: file.ageMs < GRACE_MS }
  const { nonce, ...owner } = parsed.data
  return { owner, nonce, alive: isAlive(owner) }
}

function readWithAge(path: string): { json: unknown; ageMs: number; fallbackNonce: string } | null {
  let fd: number
  try {
    fd = openSync(path, 'r')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
  try {
    const { ino, mtimeMs } = fstatSync(fd)
    const fallbackNonce = `file-${ino}-${Math.trunc(mtimeMs)}`
    return { json: parse(readFileSync(fd, 'utf8')), ageMs: Math.abs(Date.now() - mtimeMs), fallbackNonce }
  } finally {
    closeSync(fd)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import type { AddedSecret } from '../secrets/in-commits.ts'
import { knownValueOf, learnSecret } from '../secrets/known.ts'
import { writeAtomic } from '../store/files.ts'
import type { Vault } from '../workspace/vault.ts'

/**
 * Work that holds the value of a variable may be answered for in a shell that has no such variable. So the value is kept
 * where that work is, in the run's own repository: whoever goes on with the run knows what to hold back and to hide.
 */
const NAME = 'secret-values.json'
const valuesSchema = z.array(z.tuple([z.string(), z.string()]))

export function keepSecrets(vault: Vault, seen: AddedSecret[]): void {
  const told = readValues(vault)
  const kinds = new Set(seen.filter(({ id }) => id.startsWith('$')).map(({ kind }) => kind))
  const fresh = [...kinds].flatMap((kind): [string, string][] => {
    const value = knownValueOf(kind)
    return value === null || told.some((known) => known[1] === value) ? [] : [[kind, value]]
  })
  if (fresh.length > 0)
    writeAtomic(join(vault.dir, NAME), Buffer.from(JSON.stringify([...told, ...fresh])), 0o600)
}

export function recallSecrets(vault: Vault): void {
  for (const [kind, value] of readValues(vault)) learnSecret(kind, value)
}

function readValues(vault: Vault): [kind: string, value: string][] {
  const path = join(vault.dir, NAME)
  return existsSync(path) ? valuesSchema.parse(JSON.parse(readFileSync(path, 'utf8'))) : []
}

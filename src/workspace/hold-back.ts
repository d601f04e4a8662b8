import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { git, gitLine, treeOf } from './git.ts'
import type { Rescued } from './rescue.ts'
import type { Vault } from './vault.ts'

/** In the run's own repository: work that may not be shown yet, and would be lost with that repository. */
const HELD = 'refs/wiggum/held/'

export interface Held {
  ref: string
  commit: string
}

/** Work with a secret in it stays in the run's own repository until somebody says otherwise. */
export async function holdBack(vault: Vault, commit: string): Promise<Rescued> {
  const all = await listHeld(vault)
  const latest = all.at(-1)
  if (latest && (await treeOf(vault.dir, latest.commit)) === (await treeOf(vault.dir, commit)))
    return { ...latest, held_in: vault.dir }
  const number = Math.max(0, ...all.map(({ ref }) => Number(ref.slice(HELD.length)))) + 1
  const ref = `${HELD}${number}`
  await gitLine(vault.dir, ['update-ref', ref, commit])
  return { ref, commit, held_in: vault.dir }
}

/** Oldest first. */
export async function listHeld(vault: Vault): Promise<Held[]> {
  if (!holdsWork(vault.work)) return []
  const list = await gitLine(vault.dir, ['for-each-ref', '--format=%(objectname) %(refname)', HELD])
  return list
    .split('\n')
    .flatMap((line) => {
      const [commit = '', ref = ''] = line.split(' ')
      return ref === '' ? [] : [{ ref, commit }]
    })
    .sort((one, other) => Number(one.ref.slice(HELD.length)) - Number(other.ref.slice(HELD.length)))
}

export async function dropHeld(vault: Vault, { ref, commit }: Held): Promise<void> {
  await git(vault.dir, ['update-ref', '-d', ref, commit])
}

/** By looking at files alone: git packs no refs in a repository of ours. */
export function holdsWork(work: string): boolean {
  const folder = join(work, 'vault.git', HELD)
  return existsSync(folder) && readdirSync(folder).length > 0
}

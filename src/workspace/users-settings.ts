import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { gitAsUser, splitNul } from './git.ts'
import type { Repository } from './repository.ts'

/** Files of git's that a user may have for all their repositories, and for this one alone. */
const KINDS = {
  excludes: { key: 'core.excludesFile', personal: 'ignore', own: 'exclude' },
  attributes: { key: 'core.attributesFile', personal: 'attributes', own: 'attributes' },
} as const

/** The text of both, those for this repository last. */
export async function usersSettings(repo: Repository, kind: keyof typeof KINDS): Promise<string> {
  const { key, personal, own } = KINDS[kind]
  const configured = await gitAsUser(repo.root, ['config', '-z', '--type=path', '--get', key])
  const settings = process.env.XDG_CONFIG_HOME || join(process.env.HOME || homedir(), '.config')
  const path = splitNul(configured.stdout)[0] ?? join(settings, 'git', personal)
  return [path, join(repo.commonDir, 'info', own)].map(readIfThere).join('\n')
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

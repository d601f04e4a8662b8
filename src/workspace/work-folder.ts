import { createHash } from 'node:crypto'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Repository } from './repository.ts'

/** Outside the repository, so that no tool run in a workspace finds the user's node_modules or settings in a parent folder. */
export function workFolder(repo: Pick<Repository, 'commonDir'>, run: string, env: NodeJS.ProcessEnv): string {
  const id = createHash('sha256').update(repo.commonDir).digest('hex').slice(0, 16)
  return join(stateHome(env), id, run)
}

function stateHome(env: NodeJS.ProcessEnv): string {
  if (env.WIGGUM_HOME) return resolve(env.WIGGUM_HOME)
  if (env.XDG_STATE_HOME) return resolve(env.XDG_STATE_HOME, 'wiggum')
  return join(env.HOME || homedir(), '.local', 'state', 'wiggum')
}

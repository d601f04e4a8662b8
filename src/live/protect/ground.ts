import type { Repository } from '../../workspace/repository.ts'
import { workFolder } from '../../workspace/work-folder.ts'

/** Where a live session is at work. */
export interface Ground {
  repo: Repository
  run: string
  env: Record<string, string | undefined>
}

export function workOf({ repo, run, env }: Ground): string {
  return workFolder(repo, run, env)
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type GitOptions, git, gitAsUser, splitNul } from '../../workspace/git.ts'
import type { Repository } from '../../workspace/repository.ts'

/** A file that no commit has as it stands, or a folder of ignored ones. */
export interface LooseFile {
  path: string
  kind: 'changed' | 'untracked' | 'ignored'
}

/** As the user's own git sees it, with their settings; of a folder in no repository, as ours does. */
export async function askGit(repo: Repository, args: string[], dir = repo.root, options: GitOptions = {}) {
  return existsSync(join(repo.root, '.git'))
    ? gitAsUser(dir, args, options)
    : git(repo.gitDir, args, { ...options, workTree: repo.root })
}

const STATUS = [
  'status',
  '--porcelain=v1',
  '-z',
  '--untracked-files=all',
  '--no-renames',
  '--ignore-submodules=all',
]

/** `null`: git could not tell, or not in time. */
export async function looseFiles(repo: Repository, ignored: boolean): Promise<LooseFile[] | null> {
  const listed = await askGit(repo, [...STATUS, ...(ignored ? ['--ignored=traditional'] : [])])
  if (listed.code !== 0) return null
  return splitNul(listed.stdout).flatMap((line): LooseFile[] => {
    const [state, path] = [line.slice(0, 2), line.slice(3)]
    const kind = state === '??' ? 'untracked' : state === '!!' ? 'ignored' : 'changed'
    // Our own folder is nobody's work.
    return /^\.wiggum(?:\/|$)/.test(path) ? [] : [{ path, kind }]
  })
}

/** What tools make anew: nobody misses it. */
const MADE_AGAIN =
  /(?:^|\/)(?:node_modules|bower_components|\.venv|venv|__pycache__|\.tox|\.nox|\.(?:pytest|mypy|ruff)_cache|\.cache|\.parcel-cache|\.turbo|\.next|\.nuxt|\.svelte-kit|\.gradle|\.nyc_output|coverage|htmlcov|dist|build|out|target|tmp|\.tmp|[^/]+\.egg-info)(?:\/|$)|\.(?:pyc|pyo|o|obj|class|log|tmp|swp|tsbuildinfo)$|(?:^|\/)(?:\.DS_Store|\.eslintcache|\.coverage|npm-debug\.log)$/

export function isMadeAgain(path: string): boolean {
  return MADE_AGAIN.test(path)
}

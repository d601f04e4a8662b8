import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readHistory } from './agent-history.ts'
import type { Vault } from './vault.ts'
import type { Workspace } from './workspace.ts'

/**
 * What no plain clone has. Nothing of it is followed or run, so that it changes nothing; who reads of the work should know that
 * it was there.
 */
export function odditiesOf(vault: Vault, workspace: Workspace, embedded: string[]): string[] {
  return [
    ...embedded.map((folder) => `a repository of its own in ${folder}`),
    ...oddRepository(vault, workspace).map((what) => `in the workspace’s .git: ${what}`),
  ]
}

function oddRepository(vault: Vault, workspace: Workspace): string[] {
  const gitDir = join(workspace.dir, '.git')
  const history = readHistory(workspace)
  if (history.kind === 'foreign') return ['it is a link or a file that leads elsewhere']
  const common = contentOf(join(gitDir, 'commondir'))
  const borrowed = (contentOf(join(gitDir, 'objects', 'info', 'alternates')) ?? '').split('\n')
  const own = join(vault.dir, 'objects')
  const foreign = borrowed.filter((line) => line !== '' && line !== own)
  const served = contentOf(join(gitDir, 'objects', 'info', 'http-alternates'))
  return [
    ...(common === null ? [] : [`a commondir, which leads to ${common.trim()}`]),
    ...foreign.map((line) => `objects that are borrowed from ${line}`),
    ...(served === null ? [] : ['objects that are borrowed from a server']),
    ...oddHead(gitDir, history.kind === 'unborn'),
  ]
}

function oddHead(gitDir: string, isUnborn: boolean): string[] {
  const head = contentOf(join(gitDir, 'HEAD'))?.trim() ?? ''
  const isBranch = /^ref: refs\/heads\/[^\s~^:?*[\\]+$/.test(head)
  if (head.startsWith('ref:') && !isBranch) return [`a HEAD that is no branch: ${head}`]
  return isUnborn ? [`a HEAD without a commit: ${head}`] : []
}

const MAX_BYTES = 64 * 1024

/** `null`: it is not there. What is there and cannot be read says nothing more. */
function contentOf(path: string): string | null {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found) return null
  if (!found.isFile() || found.size > MAX_BYTES) return 'what is no plain file'
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return 'what cannot be read'
  }
}

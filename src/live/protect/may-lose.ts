import { existsSync } from 'node:fs'
import type { Loss } from '../../policy/losses/loss.ts'
import { isPattern } from './path-pattern.ts'

/** By looking at single files: nothing that stands there is touched. Most commands are such. */
export function mayLose(losses: Loss[], root: string): boolean {
  return losses.some((loss) => {
    if (loss.kind !== 'files') return true
    return loss.paths.some(
      (path) => isNear(path, root) && (isPattern(path) || loss.how === 'remove' ? true : existsSync(path)),
    )
  })
}

/** In the folder, or around it. */
export function isNear(path: string, root: string): boolean {
  return (
    path === root ||
    path.startsWith(`${root}/`) ||
    root.startsWith(path === '/' ? '/' : `${path}/`) ||
    isPattern(path)
  )
}

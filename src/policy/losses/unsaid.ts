import { operands } from '../destructive/delete.ts'
import { gitCall, isRehearsal } from '../destructive/git-call.ts'
import { type Running, wordsAsText } from '../destructive/running.ts'
import type { Loss } from './loss.ts'

/** Programs that write over files which their words do not name: what stands there is kept first. */
export function unsaidLosses(running: Running): Loss[] {
  const { words } = running
  return writesOver(running) ? [{ kind: 'unknown', how: 'overwrite', what: wordsAsText(words) }] : []
}

function writesOver(running: Running): boolean {
  const [program = '', first = '', ...rest] = running.words
  const args = [first, ...rest]
  const has = (flag: RegExp) => args.some((word) => flag.test(word))
  switch (program) {
    case 'tar':
    case 'bsdtar':
      return /^-?[a-zA-Z]*x/.test(first) || has(/^(?:--extract|--get|-[a-zA-Z]*x[a-zA-Z]*)$/)
    case 'unzip':
      return !has(/^-[ltvpnz]+$/)
    case 'cpio':
      return has(/^(?:-\w*i\w*|--extract)$/)
    case 'patch':
      return !has(/^--dry-run$/)
    case 'rsync':
      return !isRehearsal(args)
    case 'cp':
      return operands(running.words)
        .slice(0, -1)
        .some((source) => /(?:^|\/)\.$/.test(source))
    case 'git': {
      const call = gitCall(running)
      return (
        call?.verb === 'apply' && !call.args.some((word) => /^--(?:check|stat|numstat|cached)$/.test(word))
      )
    }
    default:
      return false
  }
}

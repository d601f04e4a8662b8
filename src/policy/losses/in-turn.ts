import { operands } from '../destructive/delete.ts'
import { gitCall } from '../destructive/git-call.ts'
import { type Running, wordsAsText } from '../destructive/running.ts'
import type { GitLoss, Loss } from './loss.ts'

/** Losses that no single command shows: `git stash -u && git stash drop`. The files are gone before anybody can look between the two. */
export function lossesInTurn(turns: { running: Running; losses: Loss[] }[]): Loss[] {
  const found: Loss[] = []
  const put: PutBy[] = []
  for (const { running, losses } of turns) {
    for (const loss of losses)
      if (loss.kind === 'git')
        found.push(
          ...put
            .filter(({ isLostBy }) => isLostBy(loss))
            .flatMap(({ files }) => files.map((file) => ({ ...file, what: loss.what }))),
        )
    const next = putBy(running, put)
    if (next) put.push(next)
  }
  return found
}

interface PutBy {
  files: GitLoss[]
  isLostBy(loss: GitLoss): boolean
}

function putBy(running: Running, before: PutBy[]): PutBy | null {
  const call = gitCall(running)
  if (!call) return null
  const { verb, args, dir } = call
  const has = (flag: RegExp) => args.some((word) => flag.test(word))
  const at = { kind: 'git' as const, dir, what: wordsAsText(running.words) }
  const changes: GitLoss = { ...at, part: 'changes', paths: null, from: null }
  const untracked = (flags: string, paths: string[]): GitLoss => ({
    ...at,
    part: 'untracked',
    args: [flags, '--', ...paths],
  })
  switch (verb) {
    case 'add':
    case 'stage': {
      const named = operands([verb, ...args])
      const flags = has(/^(?:-\w*f\w*|--force)$/) ? '-dx' : '-d'
      return {
        files: [untracked(flags, named.length > 0 ? named : ['.'])],
        isLostBy: (loss) => loss.part === 'changes' && loss.paths === null,
      }
    }
    case 'stash': {
      if (!/^(?:push|save|-.*|)$/.test(args[0] ?? '')) return null
      const all = has(/^(?:-\w*a\w*|--all)$/)
      const also = all || has(/^(?:-\w*u\w*|--include-untracked)$/)
      return {
        files: [changes, ...(also ? [untracked(all ? '-dx' : '-d', [])] : [])],
        isLostBy: ({ part }) => part === 'stash',
      }
    }
    case 'commit': {
      const added = before.flatMap(({ files }) => files.filter(({ part }) => part === 'untracked'))
      const isWide = has(/^(?:-\w*a\w*|--all)$/) || added.length > 0
      return isWide
        ? {
            files: [changes, ...added],
            isLostBy: (loss) => loss.part === 'refs' && loss.stays !== true,
          }
        : null
    }
    case 'rm':
      return has(/^--cached$/) ? { files: [changes], isLostBy: ({ part }) => part === 'untracked' } : null
    default:
      return null
  }
}

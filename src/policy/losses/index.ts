import { type Running, runningIn } from '../destructive/running.ts'
import { fileLosses, listedLosses } from './files.ts'
import { gitLosses } from './git.ts'
import { lossesInTurn } from './in-turn.ts'
import type { Loss } from './loss.ts'
import { scriptLosses } from './scripts.ts'
import { unsaidLosses } from './unsaid.ts'

/** The user's own names for git's commands. */
export type Aliases = ReadonlyMap<string, string>

/**
 * What a command line may throw away, as far as its words tell. Not seen: what a script in a file does, and what a variable
 * holds that the line does not set.
 */
export function lossesOf(command: string, cwd: string, aliases: Aliases = new Map()): Loss[] {
  const turns = runningIn(command, { cwd, depth: 0 }).map((running) => ({
    running,
    losses: lossesIn(running, aliases),
  }))
  const all = turns.flatMap(({ losses }) => losses)
  const isRead = turns.some(({ running }) => READS_NAMES.test(running.words[0] ?? ''))
  const isUnnamed = all.some((loss) => loss.kind === 'unknown' && loss.how === 'remove')
  const listed = isRead && isUnnamed ? turns.flatMap(({ running }) => listedLosses(running)) : []
  return [...all, ...lossesInTurn(turns), ...listed]
}

/** `ls | while read f; do rm "$f"; done` */
const READS_NAMES = /^(?:read|mapfile|readarray)$/

function lossesIn(running: Running, aliases: Aliases): Loss[] {
  const scripted = scriptLosses(running)
  const ran = scripted.lines.flatMap((line) => runningIn(line, { cwd: running.cwd, depth: 1 }))
  return [
    ...fileLosses(running),
    ...unsaidLosses(running),
    ...gitLosses(running, aliases),
    ...scripted.losses,
    ...ran.flatMap((inner) => [...fileLosses(inner), ...gitLosses(inner, aliases)]),
  ]
}

/** Whether something of a line goes on when the line is done. */
export function goesOn(command: string): boolean {
  return runningIn(command, { cwd: '/', depth: 0 }).some(
    ({ isBackground, words }) => isBackground || DETACHES.test(words[0] ?? ''),
  )
}

const DETACHES = /^(?:nohup|setsid|disown|at|batch|tmux|screen|pm2|daemonize|systemd-run)$/

import { type GitCall, gitCall, isRehearsal } from './git-call.ts'
import type { Place } from './operation.ts'
import { outsidePath } from './paths.ts'
import { type Running, wordsAsText } from './running.ts'

/** What of a remote, or of a repository beside the workspace, is overwritten or thrown away. */
export function forcedGit(running: Running, place: Place): string[] {
  const call = gitCall(running)
  if (!call) return []
  const isElsewhere = call.dir !== null && outsidePath(call.dir, null, place) !== null
  const forces = call.verb === 'push' ? isForcedPush(call) : isElsewhere && throwsAway(call)
  return forces ? [wordsAsText(running.words)] : []
}

const PUSH_FORCES =
  /^(?:--force|--force-with-lease(?:=.*)?|--force-if-includes|--mirror|--delete|--prune|-[a-zA-Z]*[fd][a-zA-Z]*)$/

/** With a `+` it is forced, and with nothing before the colon the branch is deleted. */
export function isForcedPush({ args }: Pick<GitCall, 'args'>): boolean {
  return !isRehearsal(args) && args.some((word) => PUSH_FORCES.test(word) || /^[+:]./.test(word))
}

const THROWS_AWAY: ReadonlyMap<string, RegExp> = new Map([
  ['reset', /(?:^| )--hard(?: |$)/],
  ['clean', /(?:^| )(?:--force|-[a-zA-Z]*f)/],
  ['checkout', /(?:^| )(?:--force|-f|--)(?: |$)/],
  ['switch', /(?:^| )(?:--force|-f|--discard-changes)(?: |$)/],
  ['restore', /./],
  ['branch', /(?:^| )(?:-D|-f|--force|-[a-zA-Z]*M)(?: |$)/],
  ['tag', /(?:^| )(?:-d|-f|--delete|--force)(?: |$)/],
  ['stash', /^(?:drop|clear)/],
  ['update-ref', /./],
  ['reflog', /^(?:expire|delete)/],
  ['worktree', /^remove/],
  ['filter-branch', /./],
  ['filter-repo', /./],
])

function throwsAway({ verb, args }: GitCall): boolean {
  return !isRehearsal(args) && (THROWS_AWAY.get(verb)?.test(args.join(' ')) ?? false)
}

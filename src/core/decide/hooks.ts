import type { Command } from '../commands.ts'
import type { EventData } from '../events.ts'
import { plural } from '../plural.ts'
import { hooksRun } from '../verification.ts'
import { breakAfterMerge } from './breaks.ts'
import { proofWords } from './show-defect.ts'
import { type Decided, finish, type Rule, type View } from './strategy.ts'
import { watchPhase } from './system-watch.ts'

/** It has landed: nothing that is seen now holds it up. */
const atTheEnd = watchPhase('end')

type HookResult = EventData['hook.complete']

/** The user's hooks of a point, run once for a commit. `'none'` if there are none. */
function hooksAt(view: View, point: string, commit: string): HookResult | 'none' | Command[] {
  if (!view.start.hooks.some((hook) => hook.point === point)) return 'none'
  const result = hooksRun(view.state, { point, commit })
  return result ?? [{ do: 'hook', key: `hook:${point}:${commit}`, point, commit }]
}

export const runStartHooks: Rule = (view) => beforehand(view, 'run-start', view.start.base)

/** A hook that aborts before anything is done, or before the target moves: nothing lands. */
export function beforehand(view: View, point: string, commit: string): Decided {
  const result = hooksAt(view, point, commit)
  if (result === 'none') return null
  if (Array.isArray(result)) return result
  if (result.ok || !result.aborts) return null
  return finish('hook-failed', 12, `the ${point} hook failed: ${result.reason}; nothing landed`)
}

/** Landed. Red now all the same means: take it back, then halt. */
export const afterLanding: Rule = (view) => {
  const { state, start } = view
  const { merged } = state
  if (!merged) return null
  const result = hooksAt(view, 'post-merge', merged.commit)
  if (Array.isArray(result)) return result
  if (result !== 'none' && !result.ok && result.aborts) return takeBack(view, result.reason)
  const open = atTheEnd(view)
  if (open) return open
  const left = merged.checkout === 'left' ? ' (the checkout was left as it was)' : ''
  const where = `merged to ${start.target} as ${merged.commit.slice(0, 10)}`
  const alone = state.merge?.rewritten ? `, the change alone, since ${start.target} was rewritten` : ''
  const raw = state.inspected[state.merge?.head ?? '']?.unfiltered?.length ?? 0
  const stored =
    raw > 0 ? `, ${plural(raw, 'file')} without the filter that git has for ${raw > 1 ? 'them' : 'it'}` : ''
  const secrets = state.inspected[state.merge?.head ?? '']?.secrets?.length ?? 0
  const held = secrets > 0 ? ', with what looks like a secret in it' : ''
  return finish('landed', 0, `${where}${alone}${stored}${held}${left}${proofWords(view)}`)
}

function takeBack(view: View, reason: string): Decided {
  const { merged, reverted } = view.state
  const { commit, previous } = merged!
  if (!reverted) return [{ do: 'revert', key: `revert:${commit}`, commit, previous, reason }]
  return (
    breakAfterMerge(view) ?? finish('verification-red', 12, `red after landing: ${reason}; it was taken back`)
  )
}

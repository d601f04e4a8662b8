import type { Command } from '../commands.ts'
import type { EventData } from '../events.ts'
import { type Decided, finish, type Rule, type View } from './strategy.ts'

type HookResult = EventData['hook.complete']

/** The user's hooks of a point, run once for a commit. `'none'` if there are none. */
function hooksAt(view: View, point: string, commit: string): HookResult | 'none' | Command[] {
  if (!view.start.hooks.some((hook) => hook.point === point)) return 'none'
  const result = view.state.hooks[`${point}:${commit}`]
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
  const left = merged.checkout === 'left' ? ' (the checkout was left as it was)' : ''
  return finish('landed', 0, `merged to ${start.target} as ${merged.commit.slice(0, 10)}${left}`)
}

function takeBack(view: View, reason: string): Decided {
  const { merged, reverted, broken } = view.state
  const { commit, previous } = merged!
  if (!reverted) return [{ do: 'revert', key: `revert:${commit}`, commit, previous, reason }]
  if (!broken) return [breakHard(view, reason)]
  const how = reverted.commit
    ? `the merge was taken back by ${reverted.commit.slice(0, 10)}`
    : `the merge could not be taken back (${reverted.problem}); revert ${commit.slice(0, 10)} by hand`
  return finish('hard-break', 22, `red after landing: ${reason}; ${how}`)
}

function breakHard(view: View, reason: string): Command {
  const data = {
    trigger: 'tests broken after merge',
    kind: 'hard' as const,
    run_state: { cycle: view.state.cycle, phase: view.state.phase, merged: view.state.merged!.commit },
    unresolved_findings: [],
    evidence: [reason],
  }
  return { do: 'record', key: 'break', event: { type: 'wiggum.break', phase: 'act', data } }
}

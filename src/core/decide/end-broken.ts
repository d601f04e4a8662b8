import type { EventData } from '../events.ts'
import { best } from './best.ts'
import { finish, type Rule, type View } from './strategy.ts'

type Broken = EventData['wiggum.break']

/** Once a break is on the record nothing else is done: the run ends, with the work kept. */
export const endBroken: Rule = (view) => {
  const { broken, merged } = view.state
  if (!broken) return null
  const { kind, trigger } = broken
  const head = merged ? null : best(view, broken.unresolved_findings)
  const reason = `Wiggum Break (${kind}): ${trigger}; ${standsWords(broken)}, ${workWords(view, head)}`
  return finish(`${kind}-break`, kind === 'hard' ? 22 : 21, reason, head)
}

function standsWords({ unresolved_findings: open, evidence }: Broken): string {
  if (open.length > 0) return `${open.length} finding${open.length === 1 ? '' : 's'} open`
  return evidence.at(-1) ?? 'nothing more is known'
}

function workWords({ state, start }: View, head: string | null): string {
  const { merged, reverted } = state
  if (reverted?.commit) return `the merge was taken back by ${reverted.commit.slice(0, 10)}`
  if (merged && reverted)
    return `the merge could not be taken back (${reverted.problem}); revert ${merged.commit.slice(0, 10)} by hand`
  return head ? `the best work is on ${start.branch}` : 'nothing had been changed yet'
}

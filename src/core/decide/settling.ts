import type { Command } from '../commands.ts'
import type { EventData } from '../events.ts'
import { verificationOf } from '../verification.ts'
import { aboutShown, needYes } from './gates.ts'
import { type Issue, openIssues } from './issues.ts'
import { type Decided, finish, type Rule, type View } from './strategy.ts'
import { presentWork } from './work.ts'

/** Everything is reviewed and verified: fix once, give up, or go on to landing. */
export const settle: Rule = (view) => settleIssues(view, openIssues(view, presentWork(view)!.head))

/** A Maker that changed nothing is not reviewed: there is nothing to read, or it was read before. */
export function settleNothing(view: View): Decided {
  const { head, start, files } = presentWork(view)!
  return head === start || files.length === 0 ? settleIssues(view, openIssues(view, head)) : null
}

function settleIssues(view: View, issues: Issue[]): Decided {
  if (issues.length === 0) return null
  if (view.state.round < view.state.maxRounds) return fixRound(view, issues)
  if (isOldRed(view, issues)) return askAboutRed(view, issues)
  return ending(view, issues)
}

function fixRound(view: View, issues: Issue[]): Command[] {
  const data = {
    what: 'fix-round' as const,
    chosen: 'one targeted fix by the Maker',
    alternatives: ['leave the branch as it is'],
    rationale: summary(issues),
  }
  const key = `fix-round:${view.state.round}`
  return [{ do: 'record', key, event: { type: 'decision', phase: 'act', data } }]
}

function ending(view: View, issues: Issue[]): Command[] {
  const branch = view.start.branch
  const nothing = issues.find((issue) => issue.kind === 'nothing-changed')
  if (nothing) return finish('findings-open', 10, nothingWords(nothing.refused))
  const findings = issues.filter((issue) => issue.kind === 'finding')
  if (findings.length === 0)
    return finish('verification-red', 12, `${summary(issues)}; nothing landed, the work is on ${branch}`)
  return finish('findings-open', 10, `${summary(issues)}; nothing landed, the work is on ${branch}`)
}

function nothingWords(refused: string[]): string {
  const said = 'the Maker changed nothing, twice: nothing to verify and nothing landed'
  if (refused.length === 0) return said
  return `${said}; it was refused ${refused.join(', ')}: allow that in its agent's own settings, or name another agent`
}

/** The checks are all that stands in the way, and they failed before the change too. */
export function isOldRed(view: View, issues: Issue[]): boolean {
  return issues.length > 0 && issues.every((issue) => issue.kind === 'red') && redAsBefore(view)
}

export function askAboutRed(view: View, issues: Issue[]): Decided {
  const { head } = presentWork(view)!
  return needYes(
    view,
    {
      kind: 'baseline-red',
      about: aboutShown(head, [summary(issues)]),
      question: 'The checks fail on this change, and they failed before it too. Land it all the same?',
      evidence: [summary(issues), `before: ${baselineReason(view)}`],
    },
    { exit: 12 },
  )
}

/**
 * Everything that fails now failed on the base too. Acceptance commands do not count: they are often meant to be red
 * before the work is done.
 */
export function redAsBefore({ state }: View): boolean {
  const before = failing(verificationOf(state, 'baseline'))
  const now = failing(verificationOf(state, 'merged'))
  return (
    now.length > 0 &&
    now.every(
      (name) => before.includes(name) && !name.startsWith('acceptance') && !name.startsWith('required'),
    )
  )
}

function failing(result: EventData['verify.complete'] | undefined): string[] {
  return (result?.checks ?? []).filter((check) => check.exit !== 0).map((check) => check.name)
}

function baselineReason(view: View): string {
  return verificationOf(view.state, 'baseline')?.reason ?? 'not run'
}

function summary(issues: Issue[]): string {
  const parts: string[] = []
  const findings = issues.filter((issue) => issue.kind === 'finding')
  if (findings.length > 0) parts.push(`${findings.length} finding${findings.length > 1 ? 's' : ''} open`)
  for (const issue of issues) {
    if (issue.kind === 'red') parts.push(issue.reason)
    if (issue.kind === 'nothing-changed') parts.push('nothing was changed')
  }
  return parts.join('; ')
}

import { thresholds } from '../../policy/thresholds.ts'
import type { Command } from '../commands.ts'
import { samePersisting } from '../convergence.ts'
import type { EventData, Finding } from '../events.ts'
import { tally as severities } from '../findings.ts'
import { feedbackSection } from '../routing.ts'
import { verificationOf } from '../verification.ts'
import { best } from './best.ts'
import { breakInAct, pardoned } from './breaks.ts'
import { cycleFeedback } from './cycle-feedback.ts'
import { isRefusal, needYes } from './gates.ts'
import { type Issue, openIssues } from './issues.ts'
import { type Tally, tallyOf } from './pdca-tally.ts'
import { countedReview } from './reviewing.ts'
import { askAboutRed, isOldRed } from './settling.ts'
import { type Decided, finish, type Rule, type View } from './strategy.ts'
import { presentWork } from './work.ts'

/** A Maker that changed nothing is not reviewed: there is nothing to read, or it was read before. */
export const actOnNothing: Rule = (view) => {
  const { head, start, files } = presentWork(view)!
  return head === start || files.length === 0 ? act(view) : null
}

/** A finding that is gone, in a file this cycle touched, was fixed. */
export const recordFixes: Rule = (view) => {
  const { history, cycle, fixed } = view.state
  if (history.length === 0) return null
  const touched = new Set(presentWork(view)!.touched)
  const gone = tallyOf(view).convergence!.fates.filter(
    ({ fate, finding }) => fate === 'RESOLVED' && finding.file && touched.has(finding.file),
  )
  const open = gone.map(({ finding }) => finding).filter((finding) => !fixed[`${cycle}:${finding.id}`])
  if (open.length === 0) return null
  return open.map((finding) => {
    const data = {
      source: finding.sources.join(', '),
      finding: finding.id,
      file: finding.file,
      line: finding.line,
    }
    return {
      do: 'record',
      key: `fix:${cycle}:${finding.id}`,
      event: { type: 'fix.applied', phase: 'act', data },
    }
  })
}

/** Order: approved and verified > hard break > red as before, asked about > soft break > no cycles left > same finding twice > next cycle. */
export const act: Rule = (view) => {
  if (openIssues(view, presentWork(view)!.head).length === 0) return null
  const tally = tallyOf(view)
  const escalated = escalation(view)
  if (escalated) return escalated
  const broken = breakInAct(tally)
  if (asksAboutRed(tally, broken)) return askAboutRed(view, tally.issues)
  return broken ?? outOfCycles(tally) ?? sameTwice(tally) ?? nextCycle(tally)
}

/** Before a run ends for nothing but what was red before, a person says whether it lands. In mid-run a no changes nothing. */
function asksAboutRed({ view, issues }: Tally, broken: Decided): boolean {
  if (!isOldRed(view, issues) || isHard(broken)) return false
  return isLastCycle(view) || (broken !== null && !isRefusal(askAboutRed(view, issues)))
}

function isHard(broken: Decided): boolean {
  const [first] = Array.isArray(broken) ? broken : []
  return first?.do === 'record' && first.event.type === 'wiggum.break' && first.event.data.kind === 'hard'
}

/** A1: two or more CRITICAL of the Guardian make the next cycle of a fast run standard, for good. */
function escalation(view: View): Decided {
  const { state } = view
  const { critical } = severities(countedReview(view, 'guardian')?.effective ?? [])
  if (state.workflow !== 'fast' || state.escalated || critical < thresholds.escalationCriticals) return null
  const data = {
    what: 'A1-escalation' as const,
    chosen: 'standard',
    alternatives: ['fast'],
    rationale: `the Guardian found ${critical} CRITICAL`,
  }
  return [{ do: 'record', key: 'A1', event: { type: 'decision', phase: 'act', data } }]
}

function outOfCycles({ view, issues, standing }: Tally): Decided {
  const { state, start } = view
  if (!isLastCycle(view)) return null
  const onlyRed = issues.every((issue) => issue.kind === 'red')
  const why = onlyRed ? redReason(issues) : counted(standing)
  const reason = `${why} after ${state.cycle} cycle${state.cycle > 1 ? 's' : ''}; nothing landed, the best work is on ${start.branch}`
  return finish(
    onlyRed ? 'verification-red' : 'findings-open',
    onlyRed ? 12 : 10,
    reason,
    best(view, standing),
  )
}

function isLastCycle({ state }: View): boolean {
  return state.cycle >= state.maxCycles
}

function redReason(issues: Issue[]): string {
  return issues.flatMap((issue) => (issue.kind === 'red' ? [issue.reason] : [])).join('; ')
}

function counted(findings: Finding[]): string {
  return `${findings.length} finding${findings.length === 1 ? '' : 's'} open`
}

/** The same finding in two cycles running: a person says whether another cycle is worth it. */
function sameTwice({ view, standing }: Tally): Decided {
  const before = view.state.history.at(-1)
  if (!before || view.start.options.yes || pardoned(view).length > 0) return null
  const same = samePersisting(before.findings, standing)
  if (same.length === 0) return null
  const question = `The same finding stands after two cycles. Go round again?`
  const evidence = same.map((finding) => `${finding.severity} ${finding.file ?? ''}: ${finding.description}`)
  return needYes(
    view,
    { kind: 'same-finding', about: `cycle-${view.state.cycle}`, question, evidence },
    { exit: 10 },
  )
}

function nextCycle({ view, standing, convergence: now }: Tally): Command[] {
  const { state } = view
  const feedback = cycleFeedback(view, standing)
  if ('open' in feedback) return feedback.open
  const { document } = feedback
  const boundary: EventData['cycle.boundary'] = {
    cycle: state.cycle,
    max_cycles: state.maxCycles,
    exit_condition: 'next-cycle',
    convergence: now ? { score: now.score, band: now.band, ...now.counts } : null,
    head: presentWork(view)!.head,
    green: greenOf(view),
    findings: standing,
    feedback: { creator: feedbackSection(document, 'creator'), maker: feedbackSection(document, 'maker') },
  }
  return [{ do: 'close-cycle', key: `cycle:${state.cycle}`, boundary, feedback: document }]
}

function greenOf({ state }: View): boolean | null {
  const result = verificationOf(state, 'merged')
  return result?.ran ? result.green : null
}

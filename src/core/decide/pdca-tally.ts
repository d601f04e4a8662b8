import { type Convergence, converge } from '../convergence.ts'
import type { Finding } from '../events.ts'
import { dedupe, findingId } from '../findings.ts'
import { reviewsAbout } from '../reviews-about.ts'
import { type Issue, type Known, openIssues, refusedTools } from './issues.ts'
import type { View } from './strategy.ts'
import { presentWork } from './work.ts'

/** A cycle as Act sees it. Comparing findings costs time, so it is done once for all that follows. */
export interface Tally {
  view: View
  issues: Issue[]
  standing: Finding[]
  convergence: Convergence | null
}

export function tallyOf(view: View): Tally {
  const present = standing(view)
  const history = view.state.history.map((each) => each.findings)
  return {
    view,
    issues: openIssues(view, presentWork(view)!.head),
    standing: present,
    convergence: history.length === 0 ? null : converge(history, present),
  }
}

/** What stands in this cycle and has weight. A cycle without a change has what the last one had. */
function standing(view: View): Finding[] {
  const { head, start, files } = presentWork(view)!
  if (head === start || files.length === 0)
    return view.state.history.at(-1)?.findings ?? [nothingDone(refusedTools(view))]
  return standingAt(view, head)
}

/** What reviewers and the supervisor's checks hold against a head. */
export function standingAt(view: Known, head: string): Finding[] {
  const effective = reviewsAbout(view.state, head)
    .flatMap((review) => review.effective)
    .filter((finding) => finding.severity !== 'INFO')
  return dedupe([...effective, ...redFindings(view, head)])
}

function redFindings(view: Known, head: string): Finding[] {
  return openIssues(view, head).flatMap((issue) =>
    issue.kind === 'red' ? [ours('integration test failure', issue)] : [],
  )
}

function nothingDone(refused: string[]): Finding {
  const finding = ours('the Maker changed nothing', null)
  if (refused.length === 0) return finding
  return { ...finding, evidence: `${finding.evidence}; it was refused ${refused.join(', ')}` }
}

function ours(description: string, red: Extract<Issue, { kind: 'red' }> | null): Finding {
  const shared = { file: null, category: 'testing', description }
  const evidence = red ? `${red.reason}\n${red.tail}` : 'git shows no change'
  return {
    ...shared,
    id: findingId(shared),
    line: null,
    severity: 'CRITICAL',
    fix: '',
    evidence,
    sources: ['supervisor'],
  }
}

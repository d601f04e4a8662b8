import { thresholds } from '../../policy/thresholds.ts'
import { isCompleted } from '../completed.ts'
import type { EventData, Finding } from '../events.ts'
import { similarity } from '../findings.ts'
import type { RunState } from '../state.ts'
import type { Issue, Numbers, PlayedReview } from './issues.ts'

/** What became of one thing that a reviewer raised. */
export interface Fate {
  issue: Issue
  fixed: boolean
  /** Who else raised it. */
  confirmed: string[]
  /** Who says that it is not so, and how; `null`: nobody. */
  contradicted: string | null
  /** The run ended before it could show. */
  undecided: boolean
}

export interface Story {
  state: RunState
  played: PlayedReview[]
  issues: Issue[]
  /** Every change that was collected, oldest first. */
  works: EventData['work.collected'][]
  numberOf: Numbers
}

export function fatesOf(story: Story): Fate[] {
  const proven = isProven(story.state)
  return story.issues.map((issue) => {
    const fixed = proven && isFixed(story, issue)
    const confirmed = confirmedBy(story, issue)
    const useful = fixed || confirmed.length > 0
    const contradicted = useful ? null : contradictedBy(story, issue)
    return { issue, fixed, confirmed, contradicted, undecided: !useful && contradicted === null && !proven }
  })
}

/** The work was verified, and is still there: a fix in it was kept. */
export function isProven({ ended, reverted }: RunState): boolean {
  return ended !== null && isCompleted(ended) && !reverted?.commit
}

/** The change that was read last. */
export function lastHead({ played, works }: Story): string | null {
  const order = works.map(({ head }) => head)
  const heads = played.map(({ review }) => review.head)
  return heads.toSorted((a, b) => order.lastIndexOf(a) - order.lastIndexOf(b)).at(-1) ?? null
}

/** Only pdca says so in an event. Elsewhere the same is read from the log: its file was changed, and nobody raises it any more. */
function isFixed(story: Story, issue: Issue): boolean {
  if (issue.downgraded !== null || stands(story, issue)) return false
  const { state } = story
  return state.start?.strategy === 'pdca' ? isNamed(story, issue) : wasTouchedAfter(story, issue)
}

function isNamed({ state, numberOf }: Story, { number, wordings }: Issue): boolean {
  const ids = new Set(Object.values(state.fixed).map(({ finding }) => finding))
  if (wordings.some(({ id }) => ids.has(id))) return true
  const known = state.history.flatMap((cycle) => cycle.findings)
  return known.some((finding) => ids.has(finding.id) && numberOf(finding) === number)
}

function wasTouchedAfter({ works }: Story, { wordings, heads }: Issue): boolean {
  const raised = works.findLastIndex(({ head }) => head === heads.at(-1))
  const touched = new Set(works.slice(raised + 1).flatMap((work) => work.touched))
  return wordings.some(({ file }) => file !== null && touched.has(file))
}

/** Somebody holds it against the change that was read last. */
function stands(story: Story, issue: Issue): boolean {
  const last = lastHead(story)
  return story.played.some(({ review }) => review.head === last && review.effective.some(isIt(story, issue)))
}

function confirmedBy(story: Story, issue: Issue): string[] {
  const others = story.played
    .filter(
      ({ reviewer, review }) => reviewer !== issue.reviewer && review.effective.some(isIt(story, issue)),
    )
    .map(({ reviewer }) => reviewer)
  const inspected = Object.values(story.state.inspected)
  const seen = inspected.some(({ findings }) => findings.some(isIt(story, issue)))
  return [...new Set([...others, ...(seen ? ['supervisor'] : [])])].sort()
}

/** The same, and it has weight. */
function isIt({ numberOf }: Story, { number }: Issue): (finding: Finding) => boolean {
  return (finding) => counts(finding) && numberOf(finding) === number
}

function counts({ severity }: Finding): boolean {
  return severity !== 'INFO'
}

/** By the supervisor, who looked for its evidence; or by the plan, and then it was given up with the code as it was. */
function contradictedBy(story: Story, issue: Issue): string | null {
  if (issue.downgraded !== null) return `the supervisor: ${issue.downgraded}`
  const dropped = isDisputed(story.state, issue) && !stands(story, issue) && !wasTouchedAfter(story, issue)
  return dropped ? 'the Creator disputed it, and it was not raised again though its file is as it was' : null
}

function isDisputed({ steps }: RunState, { wordings }: Issue): boolean {
  const said = Object.values(steps).flatMap(({ role, contract }) =>
    role === 'creator' ? (contract?.addressed ?? []) : [],
  )
  return said.some(
    ({ finding, how }) =>
      how === 'disputed' &&
      wordings.some(
        ({ id, description }) =>
          finding === id || similarity(finding, description) >= thresholds.findingSimilarity,
      ),
  )
}

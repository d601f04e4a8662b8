import { archetypes as builtIn } from '../archetypes/index.ts'
import { nearest } from '../config/nearest-key.ts'
import type { EventData } from '../core/events.ts'
import type { Choice } from '../core/selection.ts'
import { EXIT, Problem } from '../runtime/problem.ts'
import type { Project } from '../runtime/project.ts'
import type { Change } from '../runtime/review-change.ts'
import type { RunWish } from '../runtime/start.ts'
import { type Call, flag, text, texts } from './command.ts'

type ReviewData = NonNullable<EventData['run.start']['review']>

const PATCH = 'review.patch'
/** More than this says no more. */
const MAX_INTENT = 20_000
const DEFAULT_WORKFLOW = 'standard'

/** A run that only reviews, as the command line and the configuration wish it. */
export function reviewWish(call: Call, project: Project, change: Change): RunWish {
  const { kind, what, head, base, target, patch, said } = change
  const checks = texts(call, 'check')
  const { reviewers, workflow } = askedReviewers(call, project)
  const data: ReviewData = {
    kind,
    what,
    head,
    intent: [text(call, 'task')?.slice(0, MAX_INTENT) ?? '', said].filter(Boolean).join('\n\n'),
    reviewers,
    // Commander lets only these through.
    fail_on: (text(call, 'failOn') ?? 'critical') as ReviewData['fail_on'],
    // A check that is named and not run would be a green that nobody looked at.
    verify: flag(call, 'verify') || checks.length > 0,
    patch: patch === null ? null : PATCH,
  }
  const strategy = { chosen: 'review', alternatives: [], rationale: 'asked for with wiggum review' }
  return {
    task: `Review ${what}`,
    strategyChoice: strategy,
    workflowChoice: workflow,
    agent: text(call, 'agent'),
    domain: project.config.domain,
    files: [],
    checks,
    target: null,
    merge: false,
    yes: false,
    allow: texts(call, 'allow'),
    dryRun: false,
    startFrom: null,
    loop: { max_passes: 1, suppressed: null, accept: false },
    review: { base, target, data, patch },
  }
}

/** Who is to review, or one sentence about whom nobody knows. */
export function askedReviewers(call: Call, project: Project) {
  return {
    reviewers: namedReviewers(text(call, 'reviewers'), project),
    workflow: workflowOf(call, project),
  }
}

/** What a change says of itself does not choose: whoever wrote it may want few readers. */
function workflowOf(call: Call, { config, workflows }: Project): Choice {
  const known = Object.keys(workflows)
  const flagged = text(call, 'workflow')
  if (flagged !== null && flagged !== 'auto' && !known.includes(flagged))
    throw new Problem(EXIT.usage, `There is no workflow "${flagged}"`, `Known: ${known.join(', ')}.`)
  const wanted = flagged ?? config.workflow
  const chosen = wanted === 'auto' ? DEFAULT_WORKFLOW : wanted
  const why = flagged !== null ? 'asked for with --workflow' : 'from the configuration'
  return {
    chosen,
    alternatives: known.filter((name) => name !== chosen),
    rationale: wanted === 'auto' ? 'what a review has unless another is asked for' : why,
  }
}

function namedReviewers(wanted: string | null, { archetypes }: Project): string[] | null {
  if (wanted === null) return null
  const own = archetypes.map(({ name }) => name)
  const known = [...Object.values(builtIn).flatMap(({ name, reviews }) => (reviews ? [name] : [])), ...own]
  const names = [...new Set(wanted.split(',').map((name) => name.trim()))].filter(Boolean)
  const bad = names.find((name) => !known.includes(name))
  if (bad !== undefined)
    throw new Problem(
      EXIT.usage,
      `There is no reviewer "${bad}"`,
      `The nearest is "${nearest(bad, known)}"; known are ${known.join(', ')}.`,
    )
  if (names.length > 0) return names
  throw new Problem(EXIT.usage, '--reviewers names nobody', `Known are ${known.join(', ')}.`)
}

import { canaryLines } from '../../core/canaries.ts'
import { PLANNED } from '../../core/decide/dry-run.ts'
import { openGates } from '../../core/open-gates.ts'
import { proofOf } from '../../core/proof.ts'
import { reviewsAbout } from '../../core/reviews-about.ts'
import type { RunState } from '../../core/state.ts'
import { unaskedLines } from '../../core/tampering.ts'
import { answerCommands } from '../answer-commands.ts'
import { nextSteps } from '../next-steps.ts'
import { openLines } from '../open-findings.ts'
import type { Standing } from '../run-standing.ts'
import { duration, plural, roleTitle, spent } from '../words.ts'
import type { Mark, Outcome } from './facts.ts'
import { shownWork } from './shown-work.ts'

interface Told {
  standing: Standing
  /** All of the log could be read. */
  isWhole: boolean
  took_ms: number
  /** Of the work that is shown. */
  merge: RunState['merge']
}

/** What a reader wants to know first: did it land, what proves it, what did it cost, what is open. */
export function outcomeOf(state: RunState, { standing, isWhole, took_ms, merge }: Told): Outcome {
  const { kind, status } = standing
  const waits = kind === 'waiting' ? waitsFor(state) : null
  return {
    status,
    mark: markOf(state, kind),
    reason: kind === 'running' ? runningWords(state) : standing.reason,
    exit_code: state.ended?.exit_code ?? null,
    live: kind === 'running' || kind === 'waiting',
    landed: kind === 'unknown' && !state.merged ? 'Not known' : landedWords(state),
    proof: [
      ...proofLines(state),
      ...checksOf(state, merge),
      ...canaryLines(state),
      ...unaskedLines(state),
      ...verdictsOf(state),
    ],
    cost: `${spent(state.spend)}, ${tokenWords(state)}, ${callWords(state)}, ${duration(took_ms)}`,
    open: openOf(state, standing),
    waits,
    next: kind === 'running' || !isWhole ? [] : nextSteps(state),
  }
}

function runningWords({ merged }: RunState): string {
  return merged ? 'it has landed and is being checked' : ''
}

function markOf({ ended, reverted }: RunState, kind: Standing['kind']): Mark {
  if (!ended) return kind === 'running' ? 'live' : 'wait'
  if (reverted !== null) return 'bad'
  // A plan that nobody has carried out, and work that is proven and not merged, are neither good nor bad ends.
  if (ended.status === PLANNED) return 'wait'
  return ended.exit_code === 0 ? 'good' : 'bad'
}

function waitsFor(state: RunState): Outcome['waits'] {
  const [gate] = openGates(state)
  if (!gate) return null
  const { question, evidence, choices } = gate
  const commands = answerCommands(state.runId, choices).each.map(({ command }) => command)
  return { question, evidence, commands }
}

/** The answer to "did it land?", as a sentence. */
function landedWords({ merged, reverted, start, ended, collected }: RunState): string {
  if (merged && reverted?.commit)
    return `No: ${merged.commit.slice(0, 10)} landed on ${merged.target} and was taken back by ${reverted.commit.slice(0, 10)}`
  if (merged) {
    const red = reverted ? '; it is red there, and could not be taken back' : ''
    return `Yes: ${merged.commit.slice(0, 10)} on ${merged.target}${red}`
  }
  if (!ended) return 'Not yet'
  if (start?.live) return 'It is in your own tree'
  if (start?.review) return 'It was only reviewed'
  if (!Object.values(collected).some(({ files }) => files.length > 0)) return 'No: nothing was changed'
  return `No: the work is on ${start?.branch}`
}

/** Of the tree that landed, or would. */
function checksOf({ verified }: RunState, merge: RunState['merge']): string[] {
  const about = Object.values(verified).filter(({ kind, subject, commit }) => {
    if (kind === 'baseline' || kind.startsWith('canary') || kind === 'sabotage') return false
    return kind === 'merged' ? subject === merge?.tree : commit === merge?.commit || commit === merge?.head
  })
  return about.flatMap(({ kind, green, ran, checks, reason }) => {
    if (!ran) return [`${kind}: ${reason}`]
    if (kind === 'proof') return []
    const commands = checks.map(({ command }) => command).join(', ')
    if (kind === 'merged')
      return [`${commands || 'The checks'}: ${green ? 'green' : 'red'} on the merged tree`]
    if (kind === 'base-copies') return [`The tests as they were before: ${green ? 'green' : 'red'}`]
    return green ? ['The tests cannot fail any more'] : []
  })
}

/** What the green checks of the work say, and what was looked at and does not count. */
export function proofLines(state: RunState): string[] {
  const proof = proofOf(state)
  if (!proof) return []
  const first =
    proof.kind === 'proven'
      ? `Proven: red before the change and green with it: ${proof.by.join(', ')}`
      : 'Unbroken, not proven: all checks are green, and nothing was red before the change'
  return [first, ...proof.short.map((each) => `Does not count: ${each}`)]
}

function verdictsOf(state: RunState): string[] {
  const about = reviewsAbout(state, shownWork(state)?.head ?? null)
  const by = (verdict: string) =>
    about.filter((each) => each.verdict === verdict).map(({ role }) => roleTitle(role, state.start))
  const [yes, no] = [by('APPROVED'), by('REJECTED')]
  return [
    ...(yes.length > 0 ? [`Approved by ${yes.join(', ')}`] : []),
    ...(no.length > 0 ? [`Rejected by ${no.join(', ')}`] : []),
  ]
}

function tokenWords({ spend }: RunState): string {
  return `${spend.tokens.toLocaleString('en')} tokens`
}

function callWords({ calls }: RunState): string {
  return plural(
    Object.values(calls).reduce((sum, each) => sum + each, 0),
    'call',
  )
}

const MANY = 12

function openOf(state: RunState, standing: Standing): string[] {
  if (standing.kind === 'waiting' || standing.kind === 'unknown') return [standing.reason]
  if (standing.kind === 'stopped') return ['it was stopped before its end']
  const open = openLines(state)
  const more = open.length > MANY ? [`and ${plural(open.length - MANY, 'more finding')}`] : []
  const left = state.ended && state.ended.exit_code !== 0 ? (state.passes.at(-1)?.left ?? []) : []
  return [...open.slice(0, MANY), ...more, ...(open.length > 0 ? [] : left)]
}

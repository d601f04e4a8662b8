import type { EventData, Finding } from '../core/events.ts'
import { ADOPTED, type RunState } from '../core/state.ts'
import { answerCommands } from './answer-commands.ts'
import { controlCenter } from './control-center.ts'
import { money, plural, roleTitle } from './words.ts'

interface Now {
  at: string
  why: string
  checkpoint: EventData['policy.checkpoint']
}

/** `control-center.md` of a run that is under way. */
export function runControlCenter(state: RunState, { at, why, checkpoint }: Now): string {
  return controlCenter({
    title: `Run ${state.runId}: ${state.start?.task ?? ''}`,
    at,
    why,
    done: doneSteps(state),
    open: [...underWay(state), ...openFindings(state).map(findingWords)],
    waiting: waiting(state),
    saved: saved(state, checkpoint),
    spend: spend(state, checkpoint),
    quality: checkpoint.quality,
    decision: checkpoint.decision,
    next: [`wiggum status ${state.runId}`, `wiggum resume ${state.runId}`],
  })
}

function doneSteps(state: RunState): string[] {
  return Object.values(state.steps)
    .filter(({ outcome, agent }) => outcome === 'complete' && agent !== ADOPTED)
    .map(({ id, role }) => `${roleTitle(role, state.start)} (${id})`)
}

function underWay(state: RunState): string[] {
  return Object.values(state.steps)
    .filter(({ outcome }) => outcome === 'running')
    .map(({ id, role, startedAt }) => `${roleTitle(role, state.start)} is at work since ${startedAt} (${id})`)
}

/** Of the last cycle that ended; in the first, of the reviews so far. */
function openFindings({ history, reviews }: RunState): Finding[] {
  const found = history.at(-1)?.findings ?? Object.values(reviews).flatMap(({ effective }) => effective)
  return found.filter(({ severity }) => severity !== 'INFO')
}

function findingWords({ severity, file, description }: Finding): string {
  return `${severity} ${file ?? 'no file'}: ${description}`
}

function waiting({ gates, runId }: RunState): string[] {
  return Object.values(gates)
    .filter(({ answer }) => answer === null)
    .map(({ question, choices }) => `${question} Answer with: ${howTo(runId, choices)}`)
}

/** A line of the document is cut off where it grows long: many choices are named in one command. */
function howTo(runId: string, choices: string[]): string {
  const { each, line } = answerCommands(runId, choices)
  return each.length > 2 ? line : each.map(({ command }) => command).join(', or ')
}

function saved({ start, collected }: RunState, checkpoint: Now['checkpoint']): string[] {
  const { refs, problems, pushed } = checkpoint
  const head = Object.values(collected).at(-1)?.head
  return [
    ...(head && start ? [`${start.branch} at ${head.slice(0, 10)}`] : []),
    ...refs.map((ref) => `${ref}: work in progress`),
    ...problems.map((problem) => `not saved this time: ${problem}`),
    ...(pushed ? [pushed.what] : []),
  ]
}

function spend(state: RunState, { spend: { usd, tokens, unknown_calls } }: Now['checkpoint']): string[] {
  const unknown =
    unknown_calls > 0
      ? `, with ${plural(unknown_calls, 'call')} of unknown cost counted like the dearest known one`
      : ''
  return [
    `${money(usd)} and ${tokens} tokens${unknown}`,
    ...(state.budgetSeen > 0 ? [`${state.budgetSeen} % of the budget was reached`] : []),
  ]
}

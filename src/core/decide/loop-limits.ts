import { minutesAtWork } from '../minutes-at-work.ts'
import { best } from './best.ts'
import { needYes } from './gates.ts'
import { askAboutOldRed, isRed, onlyOldRed } from './loop-pass.ts'
import { type Decided, finish, type View } from './strategy.ts'
import { whereWork } from './work.ts'

/** A limit of the loop that is reached: what is said, and how much more a yes gives. */
interface Limit {
  what: 'more-passes' | 'more-time'
  /** Which answer it is about. */
  about: string
  reached: string
  more: string
}

/** `null`: the loop may go round again. */
export function limitReached(view: View): Limit | null {
  return passLimit(view) ?? timeLimit(view)
}

function passLimit({ state, start }: View): Limit | null {
  const { round, maxRounds } = state
  if (round < maxRounds) return null
  const more = `${start.loop?.max_passes} more passes`
  return { what: 'more-passes', about: `after-${round}`, reached: `${passesOf(round)} done`, more }
}

/** Looked at between passes: what one call may take is a limit of its own. */
function timeLimit(view: View): Limit | null {
  const { round, timeFrom } = view.state
  const allowed = view.policy.loop.max_duration_minutes
  if (allowed === null) return null
  if (minutesAtWork(view.state, view.now) < timeFrom + allowed) return null
  const reached = `${Math.round(timeFrom) + allowed} minutes are over after ${passesOf(round)}`
  return { what: 'more-time', about: `time-after-${round}`, reached, more: `${allowed} more minutes` }
}

/** Saved, said, and asked: more of it, or what is there? A single pass asks nothing. */
export function askAtLimit(view: View, limit: Limit, left: string[]): Decided {
  const { state, start } = view
  const { what, about, reached } = limit
  if (start.loop?.suppressed) return giveUp(view, limit, left)
  if (start.loop?.accept || state.gates[`passes-${about}`]?.answer === 'no')
    // Only green lands: what a review holds against it may be accepted, a red check may not.
    return isRed(view) ? giveUp(view, limit, left) : null
  const extended = state.decisions.some((each) => each.what === what)
  if (start.options.yes) return extended ? giveUp(view, limit, left) : more(view, limit, left)
  const open = `${left.length} thing${left.length > 1 ? 's are' : ' is'} open`
  const wish = what === 'more-passes' ? 'more passes' : 'as much time again'
  const question = `${reached}, and ${open}. Go on with ${wish} (yes), or accept what is there (no)?`
  const asked = { kind: 'passes' as const, about, question, evidence: left.slice(0, 20) }
  return needYes(view, asked, { exit: 10 }) ?? more(view, limit, left)
}

function more({ state }: View, { what, more: chosen }: Limit, left: string[]): Decided {
  const data = { what, chosen, alternatives: ['stop here'], rationale: left[0]! }
  return [{ do: 'record', key: `${what}:${state.round}`, event: { type: 'decision', phase: 'act', data } }]
}

function giveUp(view: View, { reached, what }: Limit, left: string[]): Decided {
  if (onlyOldRed(view)) return askAboutOldRed(view)
  const { start, state } = view
  const red = isRed(view)
  const when = what === 'more-passes' ? `after ${passesOf(state.round)}` : `when ${reached}`
  const reason = `${left[0]} ${when}; ${start.live ? '' : 'nothing landed, '}${whereWork(start)}`
  return finish(red ? 'verification-red' : 'findings-open', red ? 12 : 10, reason, best(view, []))
}

function passesOf(count: number): string {
  return `${count} pass${count > 1 ? 'es' : ''}`
}

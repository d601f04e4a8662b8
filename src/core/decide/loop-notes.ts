import { focusOf } from '../../policy/passes.ts'
import { realignment } from '../drift/realign.ts'
import type { EventData } from '../events.ts'
import { feedback, openIssues } from './issues.ts'
import { stuckNote } from './loop-stuck.ts'
import { SHOW_DEFECT, UNSHOWN } from './show-defect.ts'
import type { View } from './strategy.ts'
import { clearsOf, latestWork } from './work.ts'

const TODOS =
  'Keep a list of what there is to do, and give it in the closing block as "todos": [{"content", "status": "pending" | "in_progress" | "completed"}]. The work is done when every one of them is completed, the checks are green and a review finds nothing that blocks.'

/** What the Maker is told in this pass: where it stands, what is open, what the pass is for. */
export function passNote(view: View): string {
  const { round, maxRounds } = view.state
  const focus = focusOf(round)
  const head = `This is pass ${round} of at most ${maxRounds}: ${focus.name}. ${focus.text}`
  return [head, ...standing(view), ...goingOn(view), listNote(view)].join('\n\n')
}

/** A session's own list is seen through its tool; who was asked for a promise is held to that. */
function listNote({ start }: View): string {
  if (!start.live) return TODOS
  const { promise } = start.live
  if (promise === null)
    return 'Keep your to-do list in your own to-do tool: the work is done when every item of it is completed, the checks are green and a review finds nothing that blocks.'
  return `When, and only when, all of it is done, write <promise>${promise}</promise> alone on a line. The work is done when you have, the checks are green and a review finds nothing that blocks.`
}

/** A pass that stopped short: what is left of it, and how this one gets past that. */
function stopped({ facts }: EventData['pass.complete']): string {
  if (facts.blocked)
    return `The last pass reported that it is blocked: ${facts.blocked}\nLook into it first: find out what exactly is in the way, and try at least one way round it that was not tried. Report BLOCKED again only if there is none, and then say what you tried.`
  if (facts.failed)
    return `The last pass was stopped before it was done (${facts.failed}). What it had changed by then is there: go on from it, in smaller steps, and leave out what waits for input or does not end.`
  return ''
}

/** Before all else that is open: work off the task is not worth mending. */
function realign(view: View): string {
  // Of this pass, too, where it goes on in a fresh conversation.
  const head = clearsOf(view).at(-1)?.head ?? latestWork(view)?.head
  const drift = view.state.drifts.findLast((each) => each.head === head)
  return drift ? realignment(drift, view.start.task) : ''
}

function standing(view: View): string[] {
  const before = latestWork(view)
  const last = view.state.passes.at(-1)
  if (!before || !last) return []
  const isBad = last.check === 'red' || last.review === 'REJECTED'
  const todos = last.todos.map(({ content, status }) => `- ${content}: ${status}`)
  return [
    'The work of the earlier passes is in your working directory.',
    isBad && clearsOf(view).length === 0 ? feedback(view, before.head) : '',
    view.start.live && !isBad ? openNote(view, last.left) : '',
    last.left.includes(UNSHOWN) ? SHOW_DEFECT : '',
    stopped(last),
    realign(view),
    stuckNote(view),
    todos.length > 0 && (isBad || !view.start.live)
      ? `Your list at the end of the last pass:\n${todos.join('\n')}`
      : '',
  ].filter(Boolean)
}

/** After the end of a pass, too, a session's tree may have changed. */
function openNote({ state }: View, left: string[]): string {
  const moved = left.length === 0 ? (state.moved?.files ?? []) : []
  const open = moved.length > 0 ? [`changed after it was checked: ${moved.join(', ')}`] : left
  return open.length > 0 ? `What is open:\n${open.map((each) => `- ${each}`).join('\n')}` : ''
}

/** In a fresh conversation of the same pass: what it did already counts, and what is known to be wrong with that. */
function goingOn(view: View): string[] {
  const before = clearsOf(view).at(-1)
  if (!before) return []
  const open = openIssues(view, before.head).length > 0 ? [feedback(view, before.head)] : []
  return ['What was done in this pass so far is in your working directory.', ...open]
}

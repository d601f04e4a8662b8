import { focusOf } from '../../policy/passes.ts'
import { feedback } from './issues.ts'
import type { View } from './strategy.ts'
import { latestWork } from './work.ts'

const TODOS =
  'Keep a list of what there is to do, and give it in the closing block as "todos": [{"content", "status": "pending" | "in_progress" | "completed"}]. The work is done when every one of them is completed, the checks are green and a review finds nothing that blocks.'

/** What the Maker is told in this pass: where it stands, what is open, what the pass is for. */
export function passNote(view: View): string {
  const { round, maxRounds } = view.state
  const focus = focusOf(round)
  const head = `This is pass ${round} of at most ${maxRounds}: ${focus.name}. ${focus.text}`
  return [head, ...standing(view), TODOS].join('\n\n')
}

/** Where the breaker lets one pass try: what came back, and what was done about it in vain. */
function stuck({ state }: View): string {
  if (state.breaker.state !== 'HALF_OPEN') return ''
  const tried = state.passes
    .slice(-3)
    .map(({ pass, left }) => `- pass ${pass} left: ${left.slice(0, 3).join('; ')}`)
  return `The last passes got nowhere: ${state.breaker.reason}. This pass decides whether the work goes on.\n${tried.join('\n')}\nDo something that none of them did: find the cause first, and say what you will do differently.`
}

function standing(view: View): string[] {
  const before = latestWork(view)
  const last = view.state.passes.at(-1)
  if (!before || !last) return []
  const todos = last.todos.map(({ content, status }) => `- ${content}: ${status}`)
  return [
    'The work of the earlier passes is in your working directory.',
    last.check === 'red' || last.review === 'REJECTED' ? feedback(view, before.head) : '',
    stuck(view),
    todos.length > 0 ? `Your list at the end of the last pass:\n${todos.join('\n')}` : '',
  ].filter(Boolean)
}

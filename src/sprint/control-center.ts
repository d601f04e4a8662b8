import { controlCenter } from '../report/control-center.ts'
import { money, plural } from '../report/words.ts'
import { compareQuality } from './compare-quality.ts'
import type { TaskEnd } from './history.ts'
import type { SprintData } from './records.ts'
import type { SprintView, TaskView } from './view.ts'

/** `control-center.md` of a sprint: what a person reads first who comes back to it. */
export function sprintControlCenter(view: SprintView): string {
  const { queue, at, tasks, ending, history } = view
  const last = history.checkpoints.at(-1)
  return controlCenter({
    title: `Sprint over ${queue}`,
    at,
    why: ending ? 'the sprint stopped' : (last?.why ?? ''),
    done: tasks.filter(({ task }) => task.status === 'done').map(taskWords),
    open: tasks.filter(({ task, waits }) => task.status !== 'done' && !waits).map(taskWords),
    waiting: tasks.flatMap(({ task, waits }) =>
      waits ? [`${task.id}: ${waits.question} Answer with: ${waits.command}`] : [],
    ),
    saved: last?.push ? [last.push.what] : [],
    spend: spend(view),
    quality: quality(view),
    decision: decision(view),
    next: [...(ending?.next ?? []), 'wiggum sprint list'],
  })
}

function taskWords({ task, end }: TaskView): string {
  const { id, status = 'pending', run } = task
  const why = end && status !== 'done' ? `, exit code ${end.exit}: ${end.reason}` : ''
  return `${id} (${[status, run].filter(Boolean).join(', ')}): ${task.task}${why}`
}

function decision({ ending, next, history }: SprintView): string {
  const then = next ? ` The next task is ${next.id}.` : ''
  if (!ending) return `${stopWords(history.checkpoints.at(-1)?.stop ?? null)}.${then}`
  return [`${ending.status}, exit code ${ending.exit}: ${ending.reason}.`, ...ending.advice].join(' ') + then
}

function stopWords(stop: SprintData['policy.checkpoint']['stop']): string {
  if (stop === 'degrading') return 'stops: quality is degrading'
  return stop === 'budget' ? 'stops: too little budget is left' : 'goes on'
}

/** One line for the screen. */
export function checkpointWords(checkpoint: SprintData['policy.checkpoint']): string {
  const pushed = checkpoint.push ? `; ${checkpoint.push.what}` : ''
  return `Checkpoint, ${checkpoint.why}: ${stopWords(checkpoint.stop)}${pushed}.`
}

function spend({ history, budget, percent, tasks }: SprintView): string[] {
  const unknown = tasks.reduce((sum, { end }) => sum + (end?.unknown_calls ?? 0), 0)
  const limits = [
    budget.usd === null ? '' : money(budget.usd),
    budget.tokens === null ? '' : `${budget.tokens} tokens`,
  ].filter(Boolean)
  const share =
    limits.length === 0 ? 'no budget' : `${(percent ?? 0).toFixed(1)} % of ${limits.join(' and ')}`
  return [
    `${money(history.spent.usd, unknown > 0)} and ${history.spent.tokens} tokens: ${share}`,
    ...(unknown > 0 ? [`${plural(unknown, 'call')} of unknown cost counted like the dearest known one`] : []),
  ]
}

function quality({ history }: SprintView): string[] {
  const [first] = history.ends
  const last = history.ends.at(-1)
  if (!first || !last || first === last) return []
  const { degrading, words } = compareQuality(first.quality, last.quality)
  return [
    `first, ${figures(first)}`,
    `last, ${figures(last)}`,
    ...(words.length > 0 ? words : ['no measure differs']),
    `${degrading ? 'degrading' : 'not degrading'}; it is if at least two of the four measures are worse, and more worse than better`,
    'that a task was harder than the first cannot be seen',
  ]
}

function figures({ task, quality }: TaskEnd): string {
  const { landed, red, rounds, findings, files, corrections } = quality
  return [
    `${task}: ${landed ? 'landed' : 'did not land'}`,
    plural(red, 'red verification'),
    plural(rounds, 'round'),
    `${plural(findings, 'finding')} that count in ${plural(files, 'changed file')}`,
    plural(corrections, 'correction'),
  ].join(', ')
}

import { advanced } from '../../detectors/pass-scene.ts'
import type { EventData } from '../events.ts'
import { lastAnswered } from '../recall.ts'
import type { StepState } from '../state.ts'
import { openIssues } from './issues.ts'
import type { View } from './strategy.ts'
import { latestWork, makerStep } from './work.ts'

type Pass = EventData['pass.complete']

const TOLD = 3
const MAX_FILES = 8

/** Where passes get nowhere: what came back, what was tried against it, and what nobody has tried. */
export function stuckNote(view: View): string {
  const last = standingStill(view)
  if (last.length === 0) return ''
  return [
    headOf(view, last),
    `What was tried:\n${last.map((pass) => `- ${triedIn(view, pass)}`).join('\n')}`,
    `What was not tried:\n${untried(view, last)
      .map((each) => `- ${each}`)
      .join('\n')}`,
    'Do something that none of them did, and say what it is.',
  ].join('\n')
}

/** All that a probe is about; before that, from the second pass on that ends as the one before. */
function standingStill({ state }: View): Pass[] {
  if (state.breaker.state === 'HALF_OPEN') return state.passes.slice(-TOLD)
  const moved = state.passes.findLastIndex((_, at) => at === 0 || advanced(state.passes, at))
  const still = state.passes.slice(moved)
  return still.length > 1 ? still.slice(-TOLD) : []
}

function headOf({ state }: View, last: Pass[]): string {
  const error = comingBack(last)
  const named = error === null ? '' : ` The same error came back each time: ${error}`
  if (state.breaker.state !== 'HALF_OPEN') return `The last ${last.length} passes left the same open.${named}`
  return `The last passes got nowhere: ${state.breaker.reason}. This pass decides whether the work goes on.${named}`
}

/** The checks' own comes first; an agent may have met others. */
function comingBack(last: Pass[]): string | null {
  const each = last.map(({ facts }) => [...facts.errors, ...(facts.agent_errors ?? [])])
  return each[0]?.find((error) => each.every((errors) => errors.includes(error))) ?? null
}

function triedIn(view: View, { pass, left, facts }: Pass): string {
  const files = touchedIn(view, pass)
  const more = files.length > MAX_FILES ? ` and ${files.length - MAX_FILES} more` : ''
  const changed = facts.changed ? `changed ${files.slice(0, MAX_FILES).join(', ')}${more}` : 'changed nothing'
  const said = callOf(view, pass)?.contract?.summary
  const stopped = facts.failed ? ` It was stopped (${facts.failed}).` : ''
  return `pass ${pass} ${changed}${said ? ` ("${said}")` : ''} and left: ${left.slice(0, 3).join('; ')}.${stopped}`
}

/** By what the log shows, not by what somebody says. The last one always fits. */
function untried(view: View, last: Pass[]): string[] {
  const works = last.map(({ pass }) => callOf(view, pass)?.work)
  const touched = new Set(view.state.passes.flatMap(({ pass }) => touchedIn(view, pass)))
  const named = namedInOutput(view).filter((path) => !touched.has(path))
  const circles = last.some(({ facts }) => (facts.repeats?.times ?? 0) >= TOLD)
  return [
    ...(works.every((work) => work && work.tests === 0)
      ? ['running the checks, before a change and after it']
      : []),
    ...named.map((path) => `${path}, which the output of the checks names: no pass has changed it`),
    ...(touched.size > 0 && named.length === 0
      ? [`a cause outside ${[...touched].slice(0, MAX_FILES).join(', ')}`]
      : []),
    ...(circles ? ['anything but the calls that were made again and again'] : []),
    'making the error happen by itself, in as few lines as it takes, and reading what leads to it',
  ]
}

const PATH = /(?<![\w@/.-])(?:\.\/)?((?:[\w@.-]+\/)+[\w@.-]+\.[A-Za-z]\w{0,4})\b/g

/** Tests, by their usual names, and what others wrote. */
const NOT_MENDED =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e|node_modules|vendor)\/|[._](?:test|spec)\.|(?:^|\/)test_/

/** Sources that a failed check's output speaks of. Tests are what they are. */
function namedInOutput(view: View): string[] {
  const head = latestWork(view)?.head
  const tails = (head ? openIssues(view, head) : []).flatMap((issue) =>
    issue.kind === 'red' ? issue.tail : [],
  )
  const paths = tails.flatMap((tail) => [...tail.matchAll(PATH)].map(([, path]) => path!))
  return [...new Set(paths)].filter((path) => !NOT_MENDED.test(path)).slice(0, 3)
}

function touchedIn(view: View, pass: number): string[] {
  return view.state.collected[makerStep(view, pass)]?.touched ?? []
}

function callOf(view: View, pass: number): StepState | undefined {
  const { state } = view
  return state.steps[lastAnswered(state, makerStep(view, pass))]
}

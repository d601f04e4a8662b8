import { aimOf } from '../drift/aim.ts'
import { driftOf, suspectedDrift } from '../drift/drift-of.ts'
import type { Asked } from '../drift/on-task.ts'
import { isTelling, taskTerms } from '../drift/task-terms.ts'
import type { Drift } from '../drift/weigh.ts'
import type { ChangedFile, Contract, EventData } from '../events.ts'
import { todosOfCall } from '../todos.ts'
import { agreed, consult, rulingOn, type Suspicion } from './ask-judge.ts'
import { lastCall } from './loop-stops.ts'
import type { Decided, Rule, View } from './strategy.ts'
import { presentWork } from './work.ts'

const DRIFT = 'loop.drift'
const QUESTION =
  'Has this change left its task: is a good part of it work that the task neither asks for nor needs? What the task needs to work, its tests and its documentation belong to it.'

/** 4 DRIFT CHECK. What the whole change is about, against what was asked for. */
export const checkDrift: Rule = (view) => {
  const { state, start } = view
  const work = presentWork(view)!
  const known = state.passes.some(({ pass }) => pass === state.round) || driftOfPass(view) !== null
  // Of pages, of research and of more files than an event holds, nobody can tell what they are off.
  if (known || start.domain !== 'code' || work.more_files > 0) return null
  const call = lastCall(view)
  const contract = call?.contract ?? null
  const todos = todosOfCall(call)
  const defended = defendedIn(view, contract)
  const aim = aimOf(state, todos, defended)
  const terms = taskTerms(aim)
  if (!isTelling(terms, start.task)) return null
  const { head, files } = work
  const survey = state.surveys[head]
  if (!survey) return [{ do: 'survey-change', key: `survey:${head}`, head, todos, defended }]
  if (survey.problem !== null) return null
  const asked = { aim, terms, survey }
  const found = driftOf(files, asked)
  return found ? noteDrift(view, head, found) : askAboutDrift(view, { head, files, asked })
}

function noteDrift({ state }: View, head: string, found: Drift): Decided {
  const data = { pass: state.round, head, ...found }
  const key = `drift:${state.round}:${head}`
  return [{ do: 'record', key, event: { type: 'drift.detected', phase: 'act', data } }]
}

interface Changed {
  head: string
  files: ChangedFile[]
  asked: Asked
}

/** Where structure does not tell, a judge may; without one, what is not shown is not held against the work. */
function askAboutDrift(view: View, { head, files, asked }: Changed): Decided {
  const step = lastCall(view)
  const drift = step ? suspectedDrift(files, asked) : null
  if (!step || !drift) return null
  const suspicion: Suspicion = { detector: DRIFT, step, question: QUESTION, evidence: drift.evidence }
  const ruling = rulingOn(view, suspicion)
  if (!ruling) return consult(view, suspicion)
  if (ruling.ruling === 'no') return null
  return noteDrift(view, head, { ...drift, evidence: [...drift.evidence, agreed(ruling)] })
}

/** What was seen in the present pass. One that goes on in a fresh conversation is looked at again. */
export function driftOfPass(view: View): EventData['drift.detected'] | null {
  const { drifts, round } = view.state
  const work = presentWork(view)
  return drifts.find(({ pass, head }) => pass === round && head === work?.head) ?? null
}

/** Once told, an agent may keep a file by naming it with its reason: the review reads that too. */
function defendedIn({ state }: View, contract: Contract | null): string[] {
  const said = [contract?.notes ?? '', ...(contract?.decisions ?? [])].join('\n')
  const told = state.drifts.filter(({ pass }) => pass < state.round).flatMap(({ off }) => off)
  return [...new Set(told)].filter((path) => said.includes(path))
}

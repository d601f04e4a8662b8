import { aimOf } from '../drift/aim.ts'
import { driftOf } from '../drift/drift-of.ts'
import { isTelling, taskTerms } from '../drift/task-terms.ts'
import type { Contract, EventData } from '../events.ts'
import { todosOfCall } from '../todos.ts'
import { lastCall } from './loop-stops.ts'
import type { Rule, View } from './strategy.ts'
import { presentWork } from './work.ts'

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
  const found = survey.problem === null ? driftOf(files, { aim, terms, survey }) : null
  if (!found) return null
  const data = { pass: state.round, head, ...found }
  const key = `drift:${state.round}:${head}`
  return [{ do: 'record', key, event: { type: 'drift.detected', phase: 'act', data } }]
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

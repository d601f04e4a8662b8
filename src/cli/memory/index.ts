import { EXIT, Problem } from '../../runtime/problem.ts'
import type { Call } from '../command.ts'
import { refuseAgents } from '../refuse-agents.ts'
import { addLesson } from './add.ts'
import { checkLessons } from './check.ts'
import { exportLessons } from './export.ts'
import { forgetLesson } from './forget.ts'
import { importLessons } from './import.ts'
import { showInjection } from './inject.ts'
import { listLessons } from './list.ts'

const ACTIONS: Record<string, (call: Call) => Promise<number>> = {
  list: listLessons,
  add: addLesson,
  forget: forgetLesson,
  inject: showInjection,
  check: checkLessons,
  import: importLessons,
  export: exportLessons,
}

/** They change what later runs are told, in a person's name. */
const A_PERSONS = ['add', 'forget', 'import']

export async function actOnMemory(call: Call): Promise<number> {
  const [name = ''] = call.args
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined
  if (A_PERSONS.includes(name)) refuseAgents(call, 'change the lessons of later runs')
  if (action) return action(call)
  throw new Problem(EXIT.usage, `There is no memory "${name}"`, `Use: ${Object.keys(ACTIONS).join(', ')}.`)
}

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

interface Action {
  act(call: Call): Promise<number>
  /** Of the command's flags, those that are for it. */
  flags: string[]
  /** It changes what later runs are told, in a person's name. */
  isAPersons?: true
}

const ACTIONS: Record<string, Action> = {
  list: { act: listLessons, flags: ['kind', 'role', 'domain', 'archived'] },
  add: { act: addLesson, flags: ['kind', 'role', 'domain', 'files'], isAPersons: true },
  forget: { act: forgetLesson, flags: ['forGood'], isAPersons: true },
  inject: { act: showInjection, flags: ['domain', 'files', 'strategy', 'run'] },
  check: { act: checkLessons, flags: [] },
  import: { act: importLessons, flags: [], isAPersons: true },
  export: { act: exportLessons, flags: ['archived'] },
}

export async function actOnMemory(call: Call): Promise<number> {
  const [name = ''] = call.args
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined
  if (!action)
    throw new Problem(EXIT.usage, `There is no memory "${name}"`, `Use: ${Object.keys(ACTIONS).join(', ')}.`)
  if (action.isAPersons) refuseAgents(call, 'change the lessons of later runs')
  refuseOthers(call, name, action)
  return action.act(call)
}

function refuseOthers({ options }: Call, name: string, { flags }: Action): void {
  const foreign = Object.keys(options).find((option) => option !== 'json' && !flags.includes(option))
  if (foreign === undefined) return
  const owners = Object.entries(ACTIONS).flatMap(([each, action]) =>
    action.flags.includes(foreign) ? [`wiggum memory ${each}`] : [],
  )
  const shown = foreign.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  throw new Problem(EXIT.usage, `--${shown} is not for memory ${name}`, `It is for: ${owners.join(', ')}.`)
}

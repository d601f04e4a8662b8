import { cleanText } from '../contracts/clean-text.ts'
import { digestOf, headAndTail, measured } from './digest.ts'
import type { OpenCall } from './open-call.ts'
import { outcomeOf, type ToolResult } from './outcome.ts'
import { createSeen } from './seen.ts'
import type { Novelty, Observation, Step } from './step.ts'
import { createTodoList, type Todo } from './todo.ts'

export interface Finisher {
  /** `null`: no result came. */
  call(call: OpenCall, result: ToolResult | null, at: string): Step
  words(text: string, began: string, at: string): Step
  /** The agent's own list, as it stands. */
  todos(): Todo[]
}

const MAX_OBSERVATION = 4000

/** What words alone are, and a call without a result. */
const NOTHING = {
  tool: null,
  arguments: null,
  observation: null,
  failed: null,
  exit: null,
  error: null,
  files: { read: [], changed: [] },
  edit: null,
  test: null,
  novelty: { command: null, file: null, error: null, edit: null },
  todo: null,
} satisfies Partial<Step>

/** Gives each step its number, and remembers what was there before. */
export function createFinisher(): Finisher {
  const todos = createTodoList()
  const noveltyOf = createNovelty()
  let index = 0
  return {
    call: (call, result, at) => {
      const ended = result ? outcomeOf(call, result) : { failed: null, exit: null, error: null, test: null }
      const { name, kind, began, thought, arguments: given } = call
      return {
        index: index++,
        began,
        at,
        thought,
        tool: { name, kind },
        arguments: given,
        observation: result ? observe(result.text) : null,
        ...ended,
        files: filesOf(call, ended.failed),
        edit: call.edit && { ok: ended.failed === null ? null : !ended.failed, ...call.edit },
        novelty: noveltyOf(call, ended.error),
        todo: call.todo && ended.failed === false ? todos.apply(call.todo, result?.text) : null,
      }
    },
    words: (text, began, at) => ({ ...NOTHING, index: index++, began, at, thought: text }),
    todos: todos.items,
  }
}

/** A tool that was refused changed nothing. A command may have got half way. */
function filesOf({ files, arguments: { command } }: OpenCall, failed: boolean | null): Step['files'] {
  return command === null && failed === true ? { read: files.read, changed: [] } : files
}

function createNovelty(): (call: OpenCall, error: string | null) => Novelty {
  const seen = { command: createSeen(), file: createSeen(), error: createSeen(), edit: createSeen() }
  return (call, error) => {
    const { command } = call.arguments
    const files = [...call.files.read, ...call.files.changed].map((file) => seen.file.add(file))
    return {
      command: command === null ? null : seen.command.add(digestOf(command.replace(/\s+/g, ' '))),
      file: files.length === 0 ? null : files.includes(true),
      error: error === null ? null : seen.error.add(error),
      edit: call.edit?.digest ? seen.edit.add(call.edit.digest) : null,
    }
  }
}

function observe(text: string): Observation {
  return {
    text: cleanText(headAndTail(text, MAX_OBSERVATION), MAX_OBSERVATION + 3),
    ...measured(text),
  }
}

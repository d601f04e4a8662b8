import type { Contract } from './events.ts'
import type { StepState } from './state.ts'

type Todos = Contract['todos']

const DROPPED = new Set(['cancelled', 'canceled', 'deleted'])
const CLOSED = new Set(['completed', 'done', ...DROPPED])

/** What an agent says there is to do: its closing block's list, and what only its own to-do tool holds. The block is its last word. */
export function todosOfCall(call: StepState | null | undefined): Todos {
  const said = call?.contract?.todos ?? []
  const told = new Set(said.map(({ content }) => plain(content)))
  const kept = call?.work?.todos ?? []
  return [...said, ...kept.filter(({ content }) => !told.has(plain(content)))]
}

/** What is neither done nor dropped. */
export function openTodos(call: StepState | null | undefined): Todos {
  return todosOfCall(call).filter(({ status }) => !CLOSED.has(status.toLowerCase()))
}

/** No longer on the list, in the words that agents have for it. */
export function isDropped(status: string | null): boolean {
  return status !== null && DROPPED.has(status.toLowerCase())
}

function plain(content: string): string {
  return content
    .toLowerCase()
    .replace(/[\s.]+/g, ' ')
    .trim()
}

import type { Contract } from './events.ts'
import type { StepState } from './state.ts'

type Todos = Contract['todos']

/** What an agent says there is to do: its closing block's list, and what only its own to-do tool holds. The block is its last word. */
export function todosOfCall(call: StepState | null | undefined): Todos {
  const said = call?.contract?.todos ?? []
  const told = new Set(said.map(({ content }) => plain(content)))
  const kept = call?.work?.todos ?? []
  return [...said, ...kept.filter(({ content }) => !told.has(plain(content)))]
}

function plain(content: string): string {
  return content
    .toLowerCase()
    .replace(/[\s.]+/g, ' ')
    .trim()
}

import { asList, asObject, asText, type JsonObject } from '../agents/json-value.ts'
import { inputObject } from './arguments.ts'
import { digestOf } from './digest.ts'
import type { TodoDelta } from './step.ts'

/** What a call does to a to-do list: sets it whole, adds one item, or changes one. */
export type TodoChange =
  | { kind: 'list'; items: { key: string; done: boolean }[] }
  | { kind: 'add' }
  | { kind: 'change'; key: string; done: boolean | null; gone: boolean }

const LISTS = ['todos', 'plan', 'items', 'entries', 'tasks', 'task_list']
const MAX_ITEMS = 500

export function todoChange(tool: string, input: unknown): TodoChange | null {
  const fields = inputObject(input)
  const name = tool.toLowerCase()
  if (name === 'taskcreate') return { kind: 'add' }
  if (name === 'taskupdate') return oneChange(fields)
  const lines = asText(fields.todos)
  if (lines !== null) return { kind: 'list', items: checklist(lines) }
  const list = LISTS.map((key) => fields[key]).find(Array.isArray)
  if (list === undefined) return null
  return { kind: 'list', items: asList(list).slice(0, MAX_ITEMS).flatMap(itemOf) }
}

function itemOf(value: unknown): { key: string; done: boolean }[] {
  const fields = asObject(value)
  if (fields === null) return []
  const text =
    fields.content ?? fields.step ?? fields.text ?? fields.description ?? fields.title ?? fields.subject
  const done = fields.completed === true || /^(?:completed|done)$/.test(asText(fields.status) ?? '')
  return [{ key: digestOf(asText(text) ?? JSON.stringify(fields.id ?? null)), done }]
}

function oneChange(fields: JsonObject): TodoChange | null {
  const key = asText(fields.taskId) ?? asText(fields.id)
  const status = asText(fields.status)
  if (key === null) return null
  return {
    kind: 'change',
    key,
    done: status === null ? null : status === 'completed',
    gone: status === 'deleted',
  }
}

function checklist(text: string): { key: string; done: boolean }[] {
  const lines = [...text.matchAll(/^\s*[-*] \[([ xX])\] (.+)$/gm)].slice(0, MAX_ITEMS)
  return lines.map(([, mark, item]) => ({ key: digestOf(item!.trim()), done: mark !== ' ' }))
}

export interface TodoList {
  apply(change: TodoChange): TodoDelta
}

export function createTodoList(): TodoList {
  let items = new Map<string, boolean>()
  let created = 0
  return {
    apply: (change) => {
      const before = items
      if (change.kind === 'add') created++
      items = after(before, change, created)
      return deltaOf(before, items)
    },
  }
}

function after(before: Map<string, boolean>, change: TodoChange, created: number): Map<string, boolean> {
  if (change.kind === 'list') return new Map(change.items.map(({ key, done }) => [key, done]))
  const items = new Map(before)
  if (change.kind === 'add') return items.size < MAX_ITEMS ? items.set(String(created), false) : items
  if (change.gone) items.delete(change.key)
  else if (change.done !== null && items.has(change.key)) items.set(change.key, change.done)
  return items
}

function deltaOf(before: Map<string, boolean>, now: Map<string, boolean>): TodoDelta {
  const keys = [...now.keys()]
  return {
    total: now.size,
    done: keys.filter((key) => now.get(key)).length,
    added: keys.filter((key) => !before.has(key)).length,
    removed: [...before.keys()].filter((key) => !now.has(key)).length,
    completed: keys.filter((key) => now.get(key) && !before.get(key)).length,
  }
}

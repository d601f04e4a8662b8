import { asList, asObject, asText, type JsonObject } from '../agents/json-value.ts'
import { cleanText } from '../contracts/clean-text.ts'
import { isDropped } from '../core/todos.ts'
import { inputObject } from './arguments.ts'
import { digestOf } from './digest.ts'
import type { TodoDelta } from './step.ts'

export interface Todo {
  content: string
  status: 'pending' | 'in_progress' | 'completed'
}

/** What a call does to a to-do list: sets it whole, adds one item, or changes one. */
export type TodoChange =
  | { kind: 'list'; items: (Todo & { key: string })[] }
  | { kind: 'add'; content: string }
  | { kind: 'change'; key: string; status: Todo['status'] | null; gone: boolean }

const LISTS = ['todos', 'plan', 'items', 'entries', 'tasks', 'task_list']
const MAX_ITEMS = 500
const MAX_CONTENT = 200

export function todoChange(tool: string, input: unknown): TodoChange | null {
  const fields = inputObject(input)
  const name = tool.toLowerCase()
  if (name === 'taskcreate') return { kind: 'add', content: contentOf(fields.subject ?? fields.description) }
  if (name === 'taskupdate') return oneChange(fields)
  const lines = asText(fields.todos)
  if (lines !== null) return { kind: 'list', items: checklist(lines) }
  const list = LISTS.map((key) => fields[key]).find(Array.isArray)
  if (list === undefined) return null
  return { kind: 'list', items: asList(list).slice(0, MAX_ITEMS).flatMap(itemOf) }
}

function itemOf(value: unknown): (Todo & { key: string })[] {
  const fields = asObject(value)
  if (fields === null) return []
  const text =
    fields.content ?? fields.step ?? fields.text ?? fields.description ?? fields.title ?? fields.subject
  const status = fields.completed === true ? 'completed' : statusOf(asText(fields.status))
  const key = digestOf(asText(text) ?? JSON.stringify(fields.id ?? null))
  return isDropped(asText(fields.status)) ? [] : [{ key, content: contentOf(text), status }]
}

function contentOf(text: unknown): string {
  return cleanText(asText(text) ?? '', MAX_CONTENT)
}

function statusOf(text: string | null): Todo['status'] {
  if (text === 'completed' || text === 'done') return 'completed'
  return text === 'in_progress' ? text : 'pending'
}

function oneChange(fields: JsonObject): TodoChange | null {
  const key = asText(fields.taskId) ?? asText(fields.id)
  const status = asText(fields.status)
  if (key === null) return null
  return {
    kind: 'change',
    key,
    status: status === null ? null : statusOf(status),
    gone: isDropped(status),
  }
}

function checklist(text: string): (Todo & { key: string })[] {
  const lines = [...text.matchAll(/^\s*[-*] \[([ xX])\] (.+)$/gm)].slice(0, MAX_ITEMS)
  return lines.map(([, mark, item]) => ({
    key: digestOf(item!.trim()),
    content: contentOf(item!.trim()),
    status: mark === ' ' ? 'pending' : 'completed',
  }))
}

export interface TodoList {
  /** `answer`: what the tool said to it. */
  apply(change: TodoChange, answer?: string): TodoDelta
  items(): Todo[]
}

export function createTodoList(): TodoList {
  let items = new Map<string, Todo>()
  let numbers: Numbers = { last: 0, guessed: false, off: false }
  return {
    apply: (change, answer = '') => {
      const before = items
      numbers = numbered(numbers, { change, answer, isKnown: (key) => before.has(key) })
      items = after(before, change, numbers.last)
      return deltaOf(before, items)
    },
    items: () => (numbers.off ? [] : [...items.values()]),
  }
}

/** How items that are made one by one are called. */
interface Numbers {
  last: number
  /** The tool did not say a number, so it was counted. */
  guessed: boolean
  /** It was counted wrong, as where a conversation goes on: what is done cannot be told from what is not. */
  off: boolean
}

interface Naming {
  change: TodoChange
  answer: string
  isKnown(key: string): boolean
}

function numbered(before: Numbers, { change, answer, isKnown }: Naming): Numbers {
  if (change.kind === 'list') return { last: before.last, guessed: false, off: false }
  if (change.kind === 'change')
    return { ...before, off: before.off || (before.guessed && !isKnown(change.key)) }
  const told = TOLD_NUMBER.exec(answer)
  if (told) return { ...before, last: Number(told[1] ?? told[2]) }
  return { ...before, last: before.last + 1, guessed: true }
}

/** How Claude Code answers to one that is made: in its stream, and to a hook. */
const TOLD_NUMBER = /^Task #(\d{1,9}) |^\{"task":\{"id":"(\d{1,9})"/

function after(before: Map<string, Todo>, change: TodoChange, number: number): Map<string, Todo> {
  if (change.kind === 'list')
    return new Map(change.items.map(({ key, content, status }) => [key, { content, status }]))
  const items = new Map(before)
  if (change.kind === 'add')
    return items.size < MAX_ITEMS
      ? items.set(String(number), { content: change.content, status: 'pending' })
      : items
  const old = items.get(change.key)
  if (change.gone) items.delete(change.key)
  else if (change.status !== null && old) items.set(change.key, { ...old, status: change.status })
  return items
}

function deltaOf(before: Map<string, Todo>, now: Map<string, Todo>): TodoDelta {
  const keys = [...now.keys()]
  const isDone = (items: Map<string, Todo>, key: string) => items.get(key)?.status === 'completed'
  return {
    total: now.size,
    done: keys.filter((key) => isDone(now, key)).length,
    added: keys.filter((key) => !before.has(key)).length,
    removed: [...before.keys()].filter((key) => !now.has(key)).length,
    completed: keys.filter((key) => isDone(now, key) && !isDone(before, key)).length,
  }
}

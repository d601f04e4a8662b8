import * as z from 'zod'
import { nearest } from '../config/nearest-key.ts'
import { cleanText } from '../contracts/clean-text.ts'
import { dependencyProblem } from './dependencies.ts'
import { brokenAt } from './json-place.ts'

/** The file of tasks that a sprint works through. The `error` of each leaf finishes the sentence "<key> must be …". */

const STATUSES = ['pending', 'in_progress', 'done', 'failed', 'blocked'] as const
const MAX_BYTES = 4 * 1024 * 1024

const text = (error: string) => z.string({ error }).trim().min(1, { error }).max(20_000, { error })
const texts = (error: string) => z.array(text(error), { error })
const number = 'a number; higher goes first'
const id = 'a short name without spaces, at most 64 characters'
const idText = () => z.string({ error: id }).regex(/^[^\s\p{C}]{1,64}$/u, { error: id })
const runId = 'the id of a run'

const taskSchema = z.strictObject({
  id: idText(),
  task: text('what is to be done, in words'),
  priority: z.number({ error: number }).exactOptional(),
  depends_on: z.array(idText(), { error: 'a list of ids' }).exactOptional(),
  status: z.enum(STATUSES, { error: `one of ${STATUSES.join(', ')}` }).exactOptional(),
  /** The failure that the sprint blocked it for. What a person has blocked has none. */
  blocked_by: idText().exactOptional(),
  run: z
    .string({ error: runId })
    .regex(/^[\w.-]{1,80}$/, { error: runId })
    .exactOptional(),
  check: z
    .union([text('a command'), texts('a command')], { error: 'a command or a list of commands' })
    .exactOptional(),
  strategy: text('the name of a strategy').exactOptional(),
  workflow: text('the name of a workflow').exactOptional(),
  files: texts('a list of paths').exactOptional(),
})
const tasksSchema = z.array(taskSchema, { error: 'a list of tasks' })
const fileSchema = z.strictObject({
  version: z.literal(1, { error: '1, the only version there is' }),
  tasks: tasksSchema,
})

export type QueueTask = z.output<typeof taskSchema>
/** `plain`: the file is the bare list, and stays so. */
export interface Queue {
  tasks: QueueTask[]
  plain: boolean
}

/** `message` is one sentence that begins with the file. */
export type QueueResult = { ok: true; queue: Queue } | { ok: false; message: string }

export function parseQueue(source: string, path: string): QueueResult {
  const refuse = (problem: string): QueueResult => ({ ok: false, message: `${path}: ${problem}` })
  if (source.length > MAX_BYTES) return refuse('it is larger than 4 MB')
  const json = readJson(source)
  if (!json.ok)
    return { ok: false, message: `${path}:${json.line}:${json.column}: it is not valid JSON here` }
  const plain = Array.isArray(json.value)
  const read = plain ? tasksSchema.safeParse(json.value) : fileSchema.safeParse(json.value)
  if (!read.success) return refuse(wordsOf(read.error.issues, json.value))
  const tasks = Array.isArray(read.data) ? read.data : read.data.tasks
  const problem = dependencyProblem(tasks)
  return problem === null ? { ok: true, queue: { tasks, plain } } : refuse(problem)
}

export function queueText({ tasks, plain }: Queue): string {
  return `${JSON.stringify(plain ? tasks : { version: 1, tasks }, null, 2)}\n`
}

type Json = { ok: true; value: unknown } | { ok: false; line: number; column: number }

function readJson(source: string): Json {
  const bare = source.replace(/^\uFEFF/, '')
  try {
    return { ok: true, value: JSON.parse(bare) }
  } catch {
    return { ok: false, ...brokenAt(bare) }
  }
}

/** A misspelt key is what went wrong, even where the key it stands for is missing too. */
function wordsOf(issues: z.core.$ZodIssue[], value: unknown): string {
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]!
  const where = placeWords(issue.path, value)
  if (issue.code === 'unrecognized_keys') {
    const key = issue.keys[0] ?? ''
    const known = Object.keys(where.inTask ? taskSchema.shape : fileSchema.shape)
    return `${where.task}unknown key "${cleanText(key, 80)}"; the nearest known key is "${nearest(key, known)}"`
  }
  const shape = 'a list of tasks, or {"version": 1, "tasks": [...]}'
  const must = where.key === null && !where.inTask ? shape : issue.message
  return `${where.task}${where.key === null ? 'it' : `"${where.key}"`} must be ${must}`
}

/** Which task it is, as a person counts, with its id where it has one; and which of its keys. */
function placeWords(path: PropertyKey[], value: unknown) {
  const inner = path[0] === 'tasks' ? path.slice(1) : path
  const index = inner[0]
  if (typeof index !== 'number')
    return { task: '', inTask: false, key: path[0] === undefined ? null : String(path[0]) }
  const list: unknown = Array.isArray(value) ? value : Reflect.get(Object(value), 'tasks')
  const given: unknown = Array.isArray(list) ? Reflect.get(Object(list[index]), 'id') : undefined
  const named = typeof given === 'string' ? ` ("${cleanText(given, 64)}")` : ''
  return {
    task: `task ${index + 1}${named}: `,
    inTask: true,
    key: inner[1] === undefined ? null : String(inner[1]),
  }
}

import * as z from 'zod'
import { nearest } from '../../config/nearest-key.ts'
import { cleanText } from '../../contracts/clean-text.ts'
import { LESSON_KINDS } from '../../core/memory/kinds.ts'
import type { Lesson } from '../../core/memory/lesson.ts'
import type { NewLesson } from '../../core/memory/take-in.ts'
import { textProblem } from '../../core/memory/text-problem.ts'
import { memoryLimits } from '../../policy/memory.ts'

/** Lessons as a file that goes from one project to another: one JSON object a line. Each `error` ends "<key> must be …". */

const MAX_LINE = 20_000
const MAX_FREQUENCY = 10_000
const said = (what: string) =>
  z.string({ error: 'text' }).superRefine((value, context) => {
    const problem = value === '' && what !== 'text' ? null : textProblem(value)
    if (problem !== null) context.addIssue({ code: 'custom', message: `sound text: it ${problem}` })
  })
const name = (error: string) => z.string({ error }).regex(/^[a-z][a-z0-9-]{0,63}$/, { error })
const path = 'a list of paths'
const frequency = `a whole number from 1 to ${MAX_FREQUENCY}`

const lineSchema = z.strictObject({
  lesson: z.literal(1, { error: '1, the only version there is' }),
  kind: z.enum(LESSON_KINDS, { error: `one of ${LESSON_KINDS.join(', ')}` }),
  text: said('text'),
  fix: said('fix').default(''),
  domain: z
    .enum(['code', 'writing', 'research'], { error: 'null, code, writing or research' })
    .nullable()
    .default(null),
  role: name('null or the name of a role').nullable().default(null),
  category: name('null or a category').nullable().default(null),
  files: z.array(said('file'), { error: path }).max(memoryLimits.files, { error: path }).default([]),
  wordings: z.array(said('text'), { error: 'a list of texts' }).max(memoryLimits.wordings).default([]),
  frequency: z
    .int({ error: frequency })
    .min(1, { error: frequency })
    .max(MAX_FREQUENCY, { error: frequency })
    .default(memoryLimits.recursFrom),
})

export function lessonText(lesson: Lesson): string {
  const { kind, text, fix, domain, role, category, files, wordings, frequency: met } = lesson
  return JSON.stringify({
    lesson: 1,
    kind,
    text,
    fix,
    domain,
    role,
    category,
    files,
    wordings,
    frequency: Math.max(1, met),
  })
}

/** `problem` is one sentence without a full stop. */
export function parseLesson(line: string): { lesson: NewLesson } | { problem: string } {
  if (line.length > MAX_LINE) return { problem: `it is longer than ${MAX_LINE} characters` }
  const value = parsed(line)
  if (value === undefined) return { problem: 'it is not valid JSON' }
  const read = lineSchema.safeParse(value)
  if (!read.success) return { problem: wordsOf(read.error.issues) }
  const { lesson: _, ...rest } = read.data
  if (rest.kind === 'archetype-hint' && rest.role === null) return { problem: 'a hint must name its "role"' }
  return { lesson: { ...rest, by: 'import' } }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function wordsOf(issues: z.core.$ZodIssue[]): string {
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]!
  if (issue.code === 'unrecognized_keys') {
    const key = issue.keys[0] ?? ''
    const near = nearest(key, Object.keys(lineSchema.shape))
    return `unknown key "${cleanText(key, 80)}"; the nearest known key is "${near}"`
  }
  const key = issue.path[0]
  return key === undefined ? 'it must be a JSON object' : `"${String(key)}" must be ${issue.message}`
}

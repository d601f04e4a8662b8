import * as z from 'zod'
import { type Step, TOOL_KINDS } from '../steps/step.ts'

const text = z.string()
const texts = z.array(text)
const known = z.boolean().nullable()

/** A line of a step file, as far as anything is done with it. Whoever changed one by hand may have written anything. */
const lineSchema = z.looseObject({
  index: z.int().nonnegative(),
  began: text,
  at: text,
  thought: text,
  tool: z.object({ name: text, kind: z.enum(TOOL_KINDS) }).nullable(),
  arguments: z.object({ digest: text, paths: texts, command: text.nullable() }).nullable(),
  observation: z.object({ text, bytes: z.number(), digest: text }).nullable(),
  failed: known,
  exit: z.number().nullable(),
  error: text.nullable(),
  files: z.object({ read: texts, changed: texts }),
  edit: z.looseObject({ ok: known, digest: text.nullable() }).nullable(),
  test: z.looseObject({ ok: known }).nullable(),
  novelty: z.object({ command: known, file: known, error: known, edit: known }),
  todo: z.looseObject({}).nullable(),
  share: z.number().optional(),
})

/** `null`: it is none. `share`: of the budget, where the call was watched. */
export function recordedStep(value: unknown): { step: Step; share: number | null } | null {
  const line = lineSchema.safeParse(value)
  if (!line.success) return null
  const { share = null, edit, ...step } = line.data
  // Older files have no lines and places of edits.
  const whole = { ...step, edit: edit && { lines: null, place: null, ...edit } }
  // What is loose above is only passed on.
  return { step: whole as unknown as Step, share }
}

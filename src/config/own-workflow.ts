import * as z from 'zod'
import type { Workflow } from '../policy/workflows.ts'
import { type Checked, readChecked, refused } from './checked-yaml.ts'
import { nearest } from './nearest-key.ts'

export type OwnWorkflowResult = { ok: true; workflow: Workflow } | { ok: false; message: string }

const MAX_BYTES = 8 * 1024
const NAME = /^[a-z][a-z0-9_-]{0,31}$/

const cycles = 'a whole number from 1 to 100'
const names = 'a list of roles that review'
const schema = z.strictObject({
  explores: z.boolean({ error: 'true or false' }).default(true),
  reviewers: z.array(z.string({ error: names }), { error: names }).default([]),
  max_cycles: z.int({ error: cycles }).min(1, { error: cycles }).max(100, { error: cycles }).default(2),
})

interface OwnFile {
  name: string
  path: string
  text: string
  /** Every role that reviews, built-in or not. */
  reviewers: string[]
}

/** `.wiggum/workflows/<name>.yaml`: who explores, who reviews after the Guardian, how often it may go round. */
export function parseWorkflow({ name, path, text, reviewers }: OwnFile): OwnWorkflowResult {
  const start = { line: 1, column: 1 }
  if (name === 'auto') return refused(path, start, '"auto" means a choice by the task; give it another name')
  if (!NAME.test(name))
    return refused(
      path,
      start,
      `the file's name is the workflow's: a lower-case letter, then letters, digits, _ and -, at most 32 in all`,
    )
  const read = readChecked(text, { path, schema, keys: Object.keys(schema.shape), maxBytes: MAX_BYTES })
  if (!read.ok) return read
  const problem = reviewerProblem(read, reviewers)
  if (problem) return refused(path, read.placeOf(['reviewers', problem.index]), problem.text)
  return { ok: true, workflow: { name, ...read.value } }
}

function reviewerProblem(
  { value }: Extract<Checked<z.output<typeof schema>>, { ok: true }>,
  known: string[],
): { index: number; text: string } | null {
  for (const [index, role] of value.reviewers.entries()) {
    if (role === 'guardian')
      return { index, text: 'the guardian reviews first in every workflow; leave it out' }
    if (!known.includes(role))
      return { index, text: `there is no reviewer "${role}"; the nearest known is "${nearest(role, known)}"` }
    if (value.reviewers.indexOf(role) < index) return { index, text: `"${role}" is listed twice` }
  }
  return null
}

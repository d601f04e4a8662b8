import type { z } from 'zod'
import { nearest } from '../../config/nearest-key.ts'
import { type OwnDetector, ownDetectorSchema } from './own-detector.ts'

export type OwnDetectorResult = { ok: true; detector: OwnDetector } | { ok: false; problem: string }

export interface OwnModule {
  /** What its file is called. */
  id: string
  text: string
  /** What its default export says, as plain data. */
  said: Record<string, unknown>
  /** Of functions nothing but their being there is known here. */
  functions: string[]
  roles: string[]
}

const KEYS = [
  'id',
  'layer',
  'role',
  'shadow',
  'title',
  'notices',
  'thresholds',
  'detect',
  'correction',
  'examples',
]

/** A module's own words, checked. `problem` finishes the sentence "<file>: …". */
export function readOwnDetector({ id, text, said, functions, roles }: OwnModule): OwnDetectorResult {
  const stranger = Object.keys(said).find((key) => !KEYS.includes(key))
  if (stranger !== undefined)
    return wrong(`unknown key "${stranger}"; the nearest known key is "${nearest(stranger, KEYS)}"`)
  if (!functions.includes('detect')) return wrong('"detect" must be a function of a scene and thresholds')
  const filled = {
    layer: 'archetype',
    role: null,
    shadow: said.id,
    thresholds: {},
    examples: [],
    ...said,
    text,
  }
  const parsed = ownDetectorSchema.safeParse(filled)
  if (!parsed.success) return wrong(sentence(parsed.error.issues))
  const { data } = parsed
  if (data.id !== id) return wrong(`"id" is "${data.id}", and the file is named "${id}"; make them the same`)
  if (data.role !== null && !roles.includes(data.role))
    return wrong(`there is no role "${data.role}"; the nearest known is "${nearest(data.role, roles)}"`)
  return { ok: true, detector: data }
}

function wrong(problem: string): OwnDetectorResult {
  return { ok: false, problem }
}

function sentence(issues: z.core.$ZodIssue[]): string {
  const [issue] = issues
  const must = issue?.code === 'invalid_key' ? issue.issues[0]?.message : issue?.message
  return `"${String(issue?.path[0] ?? 'the default export')}" must be ${must ?? 'otherwise'}`
}

import * as z from 'zod'
import { CONTRACT_KEYS, INGREDIENTS } from '../archetypes/archetype.ts'
import type { OwnArchetype } from '../core/events.ts'
import { readChecked, refused } from './checked-yaml.ts'

export type OwnArchetypeResult = { ok: true; archetype: OwnArchetype } | { ok: false; message: string }

const MAX_BYTES = 8 * 1024
const MAX_PROMPT_BYTES = 64 * 1024
/** Single dashes between words: in a step's name a dash of the role's own is written twice. */
const NAME = /^(?=.{1,32}$)[a-z][a-z0-9_]*(?:-[a-z0-9_]+)*$/
/** Mean something else where roles are named. */
const TAKEN = ['default', 'supervisor']

const line = (error: string) => z.string({ error }).trim().min(1, { error }).max(80, { error })
const listOf = <const T extends readonly [string, ...string[]]>(values: T) => {
  const error = `a list of ${values.join(', ')}`
  return z.array(z.enum(values, { error }), { error })
}

const schema = z.strictObject({
  title: line('a title of at most 80 characters').optional(),
  doing: line('a few words, such as "reviewing the docs"').default('reviewing'),
  reviews: z.literal(true, { error: 'true: a role of your own is a reviewer' }).default(true),
  sees: z.enum(['change', 'base'], { error: 'change or base' }).default('change'),
  receives: listOf(INGREDIENTS).default(['diff']),
  contract: listOf(CONTRACT_KEYS).default(['verdict', 'findings']),
})

interface OwnFiles {
  name: string
  /** Where `text` comes from. */
  path: string
  text: string
  prompt: string | null
  builtIn: string[]
}

/** `.wiggum/archetypes/<name>/archetype.yaml` and the `prompt.md` beside it. */
export function parseArchetype({ name, path, text, prompt, builtIn }: OwnFiles): OwnArchetypeResult {
  const named = nameProblem(name, builtIn)
  if (named) return refused(path, { line: 1, column: 1 }, named)
  const beside = path.replace(/[^/]+$/, 'prompt.md')
  const unready = promptProblem(prompt)
  if (unready) return refused(beside, { line: 1, column: 1 }, unready)
  const read = readChecked(text, { path, schema, keys: Object.keys(schema.shape), maxBytes: MAX_BYTES })
  if (!read.ok) return read
  const { title, doing, sees, receives, contract } = read.value
  return {
    ok: true,
    archetype: {
      name,
      title: title ?? `${name[0]!.toUpperCase()}${name.slice(1)}`,
      doing,
      sees,
      // What the supervisor itself has to say, when it asks a reviewer again, always reaches it.
      receives: [...new Set([...receives, 'feedback' as const])],
      contract: [...new Set(['verdict' as const, 'findings' as const, ...contract])],
      prompt: prompt ?? '',
    },
  }
}

function nameProblem(name: string, builtIn: string[]): string | null {
  if (builtIn.includes(name)) return `"${name}" is a built-in role; give yours another name`
  if (TAKEN.includes(name)) return `"${name}" means something else; give the role another name`
  if (NAME.test(name)) return null
  return `the folder's name is the role's: a lower-case letter, then letters, digits, _ and single dashes between them, at most 32 in all`
}

function promptProblem(prompt: string | null): string | null {
  if (prompt === null) return 'it is missing; it tells the role what to do'
  if (prompt.trim() === '') return 'it is empty; it tells the role what to do'
  if (Buffer.byteLength(prompt) > MAX_PROMPT_BYTES) return `it is larger than ${MAX_PROMPT_BYTES / 1024} KiB`
  return null
}

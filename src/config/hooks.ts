import * as z from 'zod'
import { readYaml } from './safe-yaml.ts'

/** Where a user's own commands run beside a run. */
export const HOOK_POINTS = ['run-start', 'pre-merge', 'post-merge', 'run-complete'] as const

const MAX_BYTES = 32 * 1024

const hook = z.strictObject({
  run: z
    .string({ error: 'a command' })
    .min(1, { error: 'a command' })
    .max(4096, { error: 'a shorter command' }),
  on_failure: z.enum(['warn', 'abort'], { error: 'warn or abort' }).default('abort'),
  timeout_minutes: z
    .number({ error: 'a number of minutes above 0' })
    .positive({ error: 'a number of minutes above 0' })
    .default(10),
})
const HOOK_KEYS = Object.keys(hook.shape)
const hooksFile = z.partialRecord(
  z.enum(HOOK_POINTS, { error: `one of ${HOOK_POINTS.join(', ')}` }),
  z.array(hook, { error: 'a list of hooks, each with `run`' }).nullable(),
  { error: `a mapping with ${HOOK_POINTS.join(', ')}` },
)

type HookPoint = (typeof HOOK_POINTS)[number]
export type Hook = z.infer<typeof hook> & { point: HookPoint }
export type HooksResult = { ok: true; hooks: Hook[] } | { ok: false; message: string }

/** `.wiggum/hooks.yaml`: point → list of commands. `message` is one sentence with file, line and column. */
export function parseHooks(text: string, path: string): HooksResult {
  const yaml = readYaml(text, MAX_BYTES)
  if (!yaml.ok)
    return { ok: false, message: `${path}:${yaml.place.line}:${yaml.place.column}: ${yaml.problem}` }
  const parsed = hooksFile.safeParse(yaml.value ?? {})
  if (!parsed.success) {
    const { path: at, text: what } = problemOf(parsed.error.issues)
    const { line, column } = yaml.placeOf(at)
    return { ok: false, message: `${path}:${line}:${column}: ${what}` }
  }
  const hooks = HOOK_POINTS.flatMap((point) => (parsed.data[point] ?? []).map((each) => ({ ...each, point })))
  return { ok: true, hooks }
}

/** A misspelt key is what went wrong, even where the key it stands for is missing too. */
function problemOf(issues: z.core.$ZodIssue[]): { path: PropertyKey[]; text: string } {
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue
    const known = issue.path.length === 0 ? HOOK_POINTS : HOOK_KEYS
    const key = issue.keys[0] ?? ''
    return { path: [...issue.path, key], text: `unknown key "${key}"; known: ${known.join(', ')}` }
  }
  const issue = issues[0]!
  const name = issue.path.length > 0 ? `"${issue.path.join('.')}"` : 'the file'
  return { path: issue.path, text: `${name} must be ${issue.message}` }
}

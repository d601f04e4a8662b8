import * as z from 'zod'
import { readYaml } from '../../config/safe-yaml.ts'

/** What the scripted agent does, call by call. docs/scripted-agent.md describes the format. */

const editSchema = z
  .strictObject({
    path: z.string().min(1),
    write: z.string().optional(),
    replace: z.tuple([z.string().min(1), z.string()]).optional(),
    append: z.string().optional(),
    delete: z.literal(true).optional(),
    executable: z.boolean().optional(),
  })
  .refine((edit) => actionsOf(edit).length <= 1, {
    error: 'write, replace, append and delete exclude each other',
  })
  .refine((edit) => actionsOf(edit).length === 1 || edit.executable !== undefined, {
    error: 'one of write, replace, append, delete or executable is needed',
  })

function actionsOf(edit: object): string[] {
  return ['write', 'replace', 'append', 'delete'].filter((action) => Reflect.get(edit, action) !== undefined)
}

const toolCallSchema = z.strictObject({
  name: z.string().min(1),
  input: z.record(z.string(), z.unknown()).default({}),
  result: z.string().default(''),
  is_error: z.boolean().default(false),
})

const bytes = z.int().nonnegative()
const misbehaveSchema = z.strictObject({
  ignore_sigterm: z.boolean().default(false),
  hang: z.boolean().default(false),
  hang_after_result: z.boolean().default(false),
  no_result: z.boolean().default(false),
  crash_signal: z.enum(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGSEGV', 'SIGABRT', 'SIGHUP']).optional(),
  spawn: z.array(z.string().min(1)).default([]),
  flood_bytes: bytes.default(0),
  long_line_bytes: bytes.default(0),
  garbage: z.boolean().default(false),
  print_env: z.boolean().default(false),
  /** A conversation to go on with is not known: plain words on standard error, no stream, exit code 1. */
  unknown_session: z.boolean().default(false),
  api_error: z.int().min(400).max(599).optional(),
  /** With `api_error: 429`: when the limit ends. */
  resets_at: z.iso.datetime({ offset: true }).optional(),
  resets_in_seconds: z.number().nonnegative().optional(),
})

/** Deliberately lax: a scenario may claim a negative cost, or none. */
const amount = z.union([z.number(), z.nan()]).nullable()
const usageSchema = z.strictObject({
  input_tokens: amount.default(0),
  output_tokens: amount.default(0),
  cost_usd: amount.default(0),
})

const playSchema = z.strictObject({
  say: z.string().optional(),
  delay_ms: z.int().nonnegative().max(3_600_000).default(0),
  tool_calls: z.array(toolCallSchema).default([]),
  edits: z.array(editSchema).default([]),
  run: z.array(z.string().min(1)).default([]),
  /** Commands that it asks for before it runs them: done only if it may. */
  asks: z.array(z.strictObject({ command: z.string().min(1) })).default([]),
  commit: z.union([z.string().min(1), z.array(z.string().min(1)), z.literal(false)]).default(false),
  denials: z.array(z.string().min(1)).default([]),
  output: z.string().default(''),
  contract: z.record(z.string(), z.unknown()).optional(),
  usage: usageSchema.prefault({}),
  /** How full its window is at the end: a share of it, or so full that the call ends there. */
  context: z.union([z.number().min(0).max(1), z.literal('exhausted')]).optional(),
  exit: z.int().min(0).max(255).optional(),
  misbehave: misbehaveSchema.prefault({}),
})

const turnSchema = playSchema.extend({
  /** Played instead when the call goes on with an earlier conversation. */
  resumed: playSchema.optional(),
})

const scenarioSchema = z.strictObject({
  name: z.string().min(1),
  roles: z.record(z.string(), z.array(turnSchema).min(1)),
})

/** As written by an author: everything with a default may be missing. */
export type Scenario = z.input<typeof scenarioSchema>
export type ReadScenario = z.output<typeof scenarioSchema>
export type Turn = z.output<typeof playSchema>
export type ScriptedCall = z.output<typeof turnSchema>
export type Edit = z.output<typeof editSchema>
export type Misbehaviour = z.output<typeof misbehaveSchema>

export type ScenarioResult = { ok: true; scenario: ReadScenario } | { ok: false; message: string }

const MAX_BYTES = 1024 * 1024

export function parseScenario(text: string, path: string): ScenarioResult {
  const read = text.trimStart().startsWith('{') ? readJson(text) : readText(text)
  if (!read.ok) return { ok: false, message: `${path}: ${read.problem}.` }
  const parsed = scenarioSchema.safeParse(read.value)
  if (parsed.success) return { ok: true, scenario: parsed.data }
  const issue = parsed.error.issues[0]
  const key = issue?.path.join('.') || 'the scenario'
  return { ok: false, message: `${path}: the key "${key}" is wrong: ${issue?.message ?? 'unknown reason'}.` }
}

type Read = { ok: true; value: unknown } | { ok: false; problem: string }

function readJson(text: string): Read {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    // It may be YAML in braces; that reader also says where it is wrong.
    return readText(text)
  }
}

function readText(text: string): Read {
  const yaml = readYaml(text, MAX_BYTES)
  if (yaml.ok) return yaml
  return { ok: false, problem: `line ${yaml.place.line}, column ${yaml.place.column}: ${yaml.problem}` }
}

import * as z from 'zod'

/** Every line of a sprint's log. What a task did is in its run's own log; here is only what goes across tasks. */

const count = z.int().nonnegative()
const amount = z.number().nonnegative()
const budget = z.object({ usd: z.number().nullable(), tokens: z.number().nullable() })
const spend = z.object({ usd: amount, tokens: amount })

const qualitySchema = z.object({
  landed: z.boolean(),
  /** Merged trees whose verification was red. */
  red: count,
  /** Cycles and targeted fixes, or passes of the loop, that it took. */
  rounds: count,
  /** Effective CRITICAL and WARNING, each issue once. */
  findings: count,
  files: count,
  corrections: count,
})

const data = {
  'sprint.start': z.object({ queue: z.string(), budget }),
  /** It goes on with another budget. */
  'sprint.budget': budget,
  /** Before its run exists: a run of this task that begins later, and that no task claims, is its own. */
  'task.start': z.object({ task: z.string() }),
  /** Once for every time that its run was left: ended, or waiting for an answer. */
  'task.end': z.object({
    task: z.string(),
    run: z.string(),
    exit: z.int(),
    reason: z.string(),
    quality: qualitySchema,
    /** Calls of unknown cost count like the dearest known one. */
    spend,
    unknown_calls: count,
    took_ms: count,
  }),
  'policy.checkpoint': z.object({
    why: z.string(),
    tasks: count,
    spend,
    percent: z.number().nullable(),
    quality: z.array(z.string()),
    stop: z.enum(['degrading', 'budget']).nullable(),
    /** `null`: `checkpoint.push` is off. */
    push: z.object({ ok: z.boolean(), what: z.string() }).nullable(),
  }),
  'wiggum.break': z.object({
    trigger: z.string(),
    kind: z.literal('hard'),
    run_state: z.record(z.string(), z.unknown()),
    unresolved_findings: z.array(z.unknown()),
    evidence: z.array(z.string()),
    detector: z.string(),
  }),
  'sprint.end': z.object({ why: z.string(), exit: z.int() }),
} as const

type RecordType = keyof typeof data
export type TaskQuality = z.output<typeof qualitySchema>
export type SprintData = { [T in RecordType]: z.output<(typeof data)[T]> }
export type SprintDraft = { [T in RecordType]: { type: T; data: SprintData[T] } }[RecordType]
export type SprintRecord = { v: 1; seq: number; ts: string } & SprintDraft

const types = Object.keys(data) as [RecordType, ...RecordType[]]
const envelope = z.object({ v: z.literal(1), seq: count, ts: z.iso.datetime(), type: z.enum(types) })

/** `null`: the line is not one that we wrote. */
export function parseSprintRecord(line: string): SprintRecord | null {
  try {
    const value: unknown = JSON.parse(line)
    const head = envelope.parse(value)
    const body = data[head.type].parse(Reflect.get(Object(value), 'data'))
    // The schema is that of the type, so the data fits; TypeScript cannot follow that correlation.
    return { ...head, data: body } as SprintRecord
  } catch {
    return null
  }
}

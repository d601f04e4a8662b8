import * as z from 'zod'

/** `.wiggum/state/<run>.json`: what a script or another tool may rely on. */

export const STATE_SCHEMA = 'wiggum-state-v1'

const count = z.int().nonnegative()
const instant = z.iso.datetime()

const loopSchema = z.strictObject({
  task_id: z.string().describe('The id of the run.'),
  task_description: z.string(),
  started_at: instant,
  current_pass: count.describe('0: no pass has begun.'),
  max_passes: z.int().positive(),
  suppressed: z.boolean(),
  suppression_reason: z.string().nullable(),
})

const passSchema = z.strictObject({
  pass_number: z.int().positive(),
  started_at: instant,
  completed_at: instant.nullable(),
  issues_found: count,
  issues_fixed: count,
  drift_detected: z.boolean(),
  context_checkpoint: z.boolean(),
})

export const stateSchema = z.strictObject({
  $schema: z.literal(STATE_SCHEMA),
  component_id: z.literal('AC-02'),
  version: z.literal('1.0.0'),
  status: z.enum(['idle', 'active', 'paused', 'completed', 'suppressed', 'aborted']),
  last_updated: instant.nullable().describe('When the last event of the log was written.'),
  current_loop: loopSchema.nullable(),
  passes: z.array(passSchema),
  todos: z.strictObject({ total: count, completed: count, in_progress: count, pending: count }),
  metrics: z.strictObject({
    total_token_cost: z.number().nonnegative(),
    total_duration_ms: count,
    avg_pass_duration_ms: count,
  }),
  history: z.strictObject({
    last_completed_task: instant.nullable(),
    total_tasks_completed: count,
    avg_passes_per_task: z.number().nonnegative().nullable(),
  }),
})

export type StateDocument = z.infer<typeof stateSchema>

export function stateJsonSchema(): Record<string, unknown> {
  return { ...z.toJSONSchema(stateSchema), title: STATE_SCHEMA }
}

import * as z from 'zod'
import { measuresSchema } from '../measures.ts'
import {
  askedSchema,
  commitId,
  count,
  counted,
  outlookSchema,
  saidSchema,
  step,
  stepTallySchema,
  windowUseSchema,
} from './parts.ts'

/** One call of one agent. */
export const agentEvents = {
  'agent.start': z.object({
    ...step,
    archetype: z.string(),
    agent: z.string(),
    model: z.string().nullable(),
    prompt_summary: z.string(),
    prompt_artifact: z.string(),
    head: commitId,
    about: commitId.nullable(),
    /** The agent as the configuration names it; `agent` is what a screen shows. */
    name: z.string().optional(),
    /** The conversation of an earlier attempt that this one goes on with. */
    continues: z.string().nullable().optional(),
  }),
  /** The conversation under way, so that it can be continued after a crash. `null`: it is lost, and `problem` says how. */
  'agent.session': z.object({ ...step, session: z.string().nullable(), problem: z.string().nullable() }),
  'agent.complete': z.object({
    ...step,
    archetype: z.string(),
    duration_ms: count,
    steps: stepTallySchema.optional(),
    artifacts: z.array(z.string()),
    /** The final message; `null` if it is too long for an event, and then the artifact alone holds it. */
    text: z.string().nullable(),
    summary: z.string(),
    measures: measuresSchema.optional(),
    contract: saidSchema,
    ...counted,
    session: z.string().nullable(),
    denials: z.array(z.string()),
    killed_after_result: z.boolean(),
    truncated_bytes: count,
    context: windowUseSchema.optional(),
    asked: z.array(askedSchema).optional(),
    /** How likely it is that what was done is not finished, by the agent's steps alone. */
    outlook: outlookSchema.optional(),
    /** It made the promise that a live session was asked for. */
    promised: z.boolean().optional(),
  }),
  'agent.failed': z.object({
    ...step,
    archetype: z.string(),
    duration_ms: count,
    steps: stepTallySchema.optional(),
    cause: z.enum([
      'missing',
      'crash',
      'no-result',
      'authentication',
      'limit',
      'overload',
      'connection',
      'context',
      'refusal',
      'max-turns',
      'budget',
      'model',
      'output',
      'interrupted',
      'stagnation',
      'error',
    ]),
    message: z.string(),
    ...counted,
    retry_at: z.string().nullable(),
    asked: z.array(askedSchema).optional(),
  }),
  'agent.timeout': z.object({
    ...step,
    archetype: z.string(),
    duration_ms: count,
    steps: stepTallySchema.optional(),
    limit: z.enum(['idle', 'wall']),
    limit_ms: count,
    ...counted,
    asked: z.array(askedSchema).optional(),
  }),
} as const

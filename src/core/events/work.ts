import * as z from 'zod'
import {
  addedSecretSchema,
  canariesSchema,
  changedFileSchema,
  checkResultSchema,
  commitId,
  count,
  findingSchema,
  ownTestsSchema,
  rewrittenSchema,
  step,
} from './parts.ts'

/** What was built and verified, where `commit` is the same with the proof in its message. Older logs do not say. */
const built = commitId.optional()

const verifyKinds = [
  'baseline',
  'merged',
  'base-copies',
  'can-fail',
  'proof',
  'canary',
  'canary-base',
  'canary-cause',
  'sabotage',
] as const

/** A change on its way: collected, inspected, verified, merged, landed. */
export const workEvents = {
  'work.collected': z.object({
    ...step,
    start: commitId,
    head: commitId,
    commits: count,
    files: z.array(changedFileSchema),
    /** How many more there are than an event can hold; the artifact lists them all. */
    more_files: count,
    /** Paths this step changed; `files` is everything since the base. */
    touched: z.array(z.string()),
    took_along: z.array(z.string()),
    history_rewritten: z.boolean(),
    /** What the workspace had that no plain clone has, in words. Absent where there is nothing, and in older logs. */
    oddities: z.array(z.string()).optional(),
  }),
  'work.inspected': z.object({
    head: commitId,
    findings: z.array(findingSchema),
    /** The findings, by id, that are harmless where the tests are seen to be sound. Absent where there are none, and in older logs. */
    unless_sound: z.array(z.string()).optional(),
    /** Tests that it adds, where the base's own can be run without them. Absent where there are none, and in older logs. */
    new_tests: z.array(z.string()).optional(),
    /** Snapshots of tests that it rewrites. Absent where there are none, and in older logs. */
    snapshots: z.array(z.string()).optional(),
    unplanned_deletions: z.array(z.string()),
    mass_deletion: z.object({ deleted: count, total: count }).nullable(),
    protected_changed: z.array(z.string()),
    /** In older logs: the change added a way to end the process early. */
    adds_exit: z.boolean().optional(),
    /** Links that lead outside the repository: what they show can change after it was verified. */
    outside_links: z.array(z.string()),
    /** Files stored as the agent wrote them, which git would have passed through a filter, in words. Older logs do not say it. */
    unfiltered: z.array(z.string()).optional(),
    /** Files whose code it changes, comments aside and tests not counted. Older logs do not say it. */
    executable: z.array(z.string()).optional(),
    /** What looks like a secret in any commit after the base, where there is one. */
    secrets: z.array(addedSecretSchema).optional(),
  }),
  /** A live session changed files while it was to read them only. */
  'work.moved': z.object({ from: commitId, files: z.array(z.string()) }),
  'verify.start': z.object({ kind: z.string(), commit: commitId }),
  'verify.complete': z.object({
    kind: z.enum(verifyKinds),
    commit: commitId,
    /** What the result holds for: a tree for the merge (a rebuilt merge with the same tree is proven already), else a commit. */
    subject: commitId,
    green: z.boolean(),
    ran: z.boolean(),
    reason: z.string(),
    checks: z.array(checkResultSchema),
    /** Of the merged tree and of the proof: what the change's own tests came to. */
    own_tests: z.array(ownTestsSchema).optional(),
    /** Tests that must fail: what came of them. */
    canaries: canariesSchema.optional(),
    /** Of the baseline and the merged tree: what lies where the lockfile has a test library, once the checks have run. */
    libraries: z.record(z.string(), z.string()).optional(),
    duration_ms: count,
  }),
  'merge.built': z.object({
    head: commitId,
    onto: commitId,
    commit: commitId,
    tree: commitId,
    method: z.string(),
    /** Only the change, from the base on, is in it. */
    rewritten: rewrittenSchema.optional(),
  }),
  'merge.conflict': z.object({
    head: commitId,
    onto: commitId,
    files: z.array(z.string()),
    rewritten: rewrittenSchema.optional(),
  }),
  'land.start': z.object({ commit: commitId, built, target: z.string(), previous: commitId }),
  'land.refused': z.object({
    commit: commitId,
    built,
    reason: z.enum(['dirty', 'busy', 'moved', 'missing']),
    detail: z.string(),
  }),
  'run.merged': z.object({
    commit: commitId,
    built,
    target: z.string(),
    previous: commitId,
    method: z.string(),
    checkout: z.enum(['updated', 'not-checked-out', 'left']),
  }),
  /** `commit` is the reverting one; `null` if the merge could not be taken back, and then `problem` says why. */
  'run.reverted': z.object({
    commit: commitId.nullable(),
    target: z.string(),
    reason: z.string(),
    problem: z.string().nullable(),
  }),
  'hook.complete': z.object({
    point: z.string(),
    commit: commitId,
    ok: z.boolean(),
    aborts: z.boolean(),
    reason: z.string(),
    checks: z.array(checkResultSchema),
  }),
} as const

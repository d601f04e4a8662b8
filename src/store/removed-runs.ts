import { join } from 'node:path'
import * as z from 'zod'
import { cannotWrite } from './environment-error.ts'
import { appendLine, readOrEmpty } from './index-file.ts'
import type { Layout } from './layout.ts'

const removedSchema = z.object({
  run_id: z.string(),
  /** Since when nothing had happened to it. */
  since: z.string().nullable(),
  branch: z.string().nullable(),
  target: z.string().nullable(),
})

/** What has to be known of a run without a log to remove the refs that it left. */
export type RemovedRun = z.infer<typeof removedSchema>

/** A run that is removed a second time, after a crash, is told a second time; the last line counts. */
export function noteRemoved(layout: Layout, run: RemovedRun): void {
  const path = pathOf(layout)
  try {
    appendLine(path, JSON.stringify(run))
  } catch (cause) {
    throw cannotWrite(path, cause)
  }
}

/** A line that cannot be read costs its own run alone. */
export function removedRuns(layout: Layout): RemovedRun[] {
  const runs = new Map<string, RemovedRun>()
  for (const line of readOrEmpty(pathOf(layout)).split('\n')) {
    const run = parsed(line)
    if (run) runs.set(run.run_id, run)
  }
  return [...runs.values()]
}

function pathOf(layout: Layout): string {
  return join(layout.state, 'removed.jsonl')
}

function parsed(line: string): RemovedRun | null {
  try {
    return removedSchema.safeParse(JSON.parse(line)).data ?? null
  } catch {
    return null
  }
}

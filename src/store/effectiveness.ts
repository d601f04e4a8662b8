import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import type { RunScore } from '../core/scoring/row.ts'
import { cannotWrite } from './environment-error.ts'
import { appendLine, readOrEmpty } from './index-file.ts'
import type { Layout } from './layout.ts'

const count = z.int().nonnegative()
const rowSchema = z.object({
  reviewer: z.string(),
  model: z.string(),
  reviews: count,
  raised: count,
  fixed: count,
  confirmed: count,
  useful: count,
  contradicted: count,
  undecided: count,
  usd: z.number().nonnegative().nullable(),
  estimated: z.boolean(),
  exit: z.boolean().nullable(),
})
/** One line for an ended run, also for one without a review: then nobody has to read its log again. */
const lineSchema = z.object({
  v: z.literal(1),
  run_id: z.string(),
  ended: z.iso.datetime(),
  status: z.string(),
  rows: z.array(rowSchema),
})

/** Of one run the last line counts. Nothing is written where it says the same already; `false` then. */
export function keepScore(layout: Layout, score: RunScore): boolean {
  const text = lineOf(score)
  const known = readScores(layout).find(({ run_id }) => run_id === score.run_id)
  if (known && lineOf(known) === text) return false
  const path = pathOf(layout)
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    appendLine(path, text)
  } catch (cause) {
    throw cannotWrite(path, cause)
  }
  return true
}

/** In the order in which the runs ended. A line that is torn or of another kind is skipped: the logs are the truth. */
export function readScores(layout: Layout): RunScore[] {
  const lines = readOrEmpty(pathOf(layout)).split('\n')
  const runs = new Map(lines.flatMap((text) => parsed(text) ?? []).map((score) => [score.run_id, score]))
  return [...runs.values()].sort((a, b) => a.ended.localeCompare(b.ended))
}

function pathOf({ dir }: Layout): string {
  return join(dir, 'memory', 'effectiveness.jsonl')
}

function lineOf({ run_id, ended, status, rows }: RunScore): string {
  return JSON.stringify(lineSchema.parse({ v: 1, run_id, ended, status, rows }))
}

function parsed(text: string): RunScore | null {
  try {
    return lineSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { errorCode } from './environment-error.ts'
import { appendCopy } from './files.ts'
import type { Layout } from './layout.ts'

const auditSchema = z.object({
  at: z.string(),
  run: z.string(),
  lesson: z.string(),
  role: z.string(),
  why: z.string(),
})

/** Which lesson went to whom, and why. */
export type AuditLine = z.infer<typeof auditSchema>

/** Each once, however often a run's beginning or ending is repeated. Torn lines are skipped. */
export function keepAudit(layout: Layout, lines: AuditLine[]): void {
  if (lines.length === 0) return
  const text = auditText(layout)
  const known = new Set(parsed(text).map(keyOf))
  const fresh = lines.filter((line) => !known.has(keyOf(line)))
  if (fresh.length === 0) return
  mkdirSync(layout.memory, { recursive: true, mode: 0o700 })
  const torn = text !== '' && !text.endsWith('\n') ? '\n' : ''
  appendCopy(auditPath(layout), torn + fresh.map((line) => `${JSON.stringify(line)}\n`).join(''))
}

function auditPath(layout: Layout): string {
  return join(layout.memory, 'audit.jsonl')
}

function keyOf({ run, lesson, role }: AuditLine): string {
  return JSON.stringify([run, lesson, role])
}

function parsed(text: string): AuditLine[] {
  return text.split('\n').flatMap((line) => {
    try {
      return auditSchema.safeParse(JSON.parse(line)).data ?? []
    } catch {
      return []
    }
  })
}

function auditText(layout: Layout): string {
  try {
    return readFileSync(auditPath(layout), 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return ''
    throw error
  }
}

import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { errorCode } from './environment-error.ts'
import type { Layout } from './layout.ts'

/** What a run has in `.wiggum`, its log last: as long as that is there, the rest can be found. */
export function runFiles(layout: Layout, run: string): string[] {
  const log = layout.log(run)
  return [
    layout.artifacts(run),
    layout.document(run),
    layout.inbox(run),
    ...tornTails(layout.events, log),
    log,
  ]
}

function tornTails(folder: string, log: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.startsWith(`${basename(log)}.torn-`))
    return names.map((name) => join(folder, name))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}

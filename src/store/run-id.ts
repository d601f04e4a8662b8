import type { Journal } from './journal.ts'
import { createJournalIfFree } from './journal.ts'
import type { Layout } from './layout.ts'

const LONGEST = 40

/** Lower-case ASCII words joined by dashes: safe as a file name, a ref name and in a shell. */
export function slugOf(task: string): string {
  const plain = task.slice(0, 400).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.match(/[a-z0-9]+/g) ?? []
  let slug = ''
  for (const word of words) {
    const longer = slug === '' ? word : `${slug}-${word}`
    if (longer.length > LONGEST) break
    slug = longer
  }
  return slug || words[0]?.slice(0, LONGEST) || 'task'
}

export function isRunId(text: string): boolean {
  return text.length <= 80 && /^\d{4}-\d\d-\d\d-[a-z0-9]+(-[a-z0-9]+)*$/.test(text)
}

/**
 * Creating the log is the claim: of any number of starts at once, each gets its own id. `isFree` speaks for what
 * several `.wiggum` folders share: the repository's branches and the folder the run works in.
 */
export function claimRunId(
  layout: Layout,
  wish: { task: string; day: string },
  isFree: (runId: string) => boolean = () => true,
): { runId: string; journal: Journal } {
  const first = `${wish.day}-${slugOf(wish.task)}`
  for (let n = 1; ; n++) {
    const runId = n === 1 ? first : `${first}-${n}`
    if (!isFree(runId)) continue
    const journal = createJournalIfFree(layout.log(runId), runId)
    if (journal !== null) return { runId, journal }
  }
}

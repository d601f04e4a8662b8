import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type FileRead, readFile } from '../../src/import/read-file.ts'
import type { ImportedRun, ImportedTurn } from '../../src/import/take-runs.ts'
import type { Step } from '../../src/steps/step.ts'

/** A run as it was handed over, put together again: for tests, whose runs are small. */
export interface Taken extends ImportedRun {
  all: Step[]
  shares: (number | null)[]
  said: ImportedTurn[]
}

export async function takeFile(
  path: string,
  format: string | null = null,
): Promise<{ runs: Taken[]; file: FileRead }> {
  const runs: Taken[] = []
  const file = await readFile(
    path,
    () => {
      const all: Step[] = []
      const shares: (number | null)[] = []
      const said: ImportedTurn[] = []
      return {
        turn: (turn) => said.push(turn),
        step: (step, share) => {
          all.push(step)
          shares.push(share)
        },
        end: (run) => runs.push({ ...run, head: { ...run.head }, all, shares, said }),
      }
    },
    { format },
  )
  return { runs, file }
}

/** A file of that content in a folder of its own, which goes with the test. */
function written(content: string | Buffer, name = 'file.jsonl'): string {
  const folder = mkdtempSync(join(tmpdir(), 'wiggum-import-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

export function take(content: string | Buffer, name?: string, format: string | null = null) {
  return takeFile(written(content, name), format)
}

export function lines(...values: unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('')
}

/** What a step is, in a few words. */
export function shown({ tool, failed, edit, test }: Step): string {
  if (!tool) return 'words'
  const parts = [tool.kind, failed === null ? 'open' : failed ? 'failed' : 'ok']
  if (edit) parts.push(`edit ${edit.ok}`)
  if (test) parts.push(`test ${test.ok}`)
  return parts.join(' ')
}

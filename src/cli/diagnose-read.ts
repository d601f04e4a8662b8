import { diagnoseRun } from '../diagnose/diagnose-run.ts'
import type { DiagnosedRun } from '../diagnose/diagnosed-run.ts'
import type { DiagnosedFile } from '../diagnose/diagnosis.ts'
import { readFile } from '../import/read-file.ts'
import type { TakeRun } from '../import/take-runs.ts'
import type { Price } from '../policy/prices.ts'
import { priceOf } from '../policy/prices-lookup.ts'
import { createWatch } from '../trace/create-watch.ts'
import type { NamedFile } from './diagnose-files.ts'
import { type Progress, progressOf } from './diagnose-progress.ts'
import type { DiagnoseWish } from './diagnose-wish.ts'

export interface AllRead {
  runs: DiagnosedRun[]
  files: DiagnosedFile[]
  leftOut: number
}

/** One file after the other; of each run only what was found is kept. */
export async function readAll(files: NamedFile[], wish: DiagnoseWish): Promise<AllRead> {
  const progress = progressOf(files)
  const price = priceList()
  const all: AllRead = { runs: [], files: [], leftOut: 0 }
  try {
    for (const [at, file] of files.entries()) {
      progress.file(at)
      const { runs, read } = await readOne(file, { wish, price, progress })
      const wanted = runs.filter((run) => isWanted(run, file, wish))
      // Not spread: a file may have more runs than a call may have arguments.
      for (const run of wanted) all.runs.push(run)
      all.files.push(read)
      all.leftOut += runs.length - wanted.length
    }
  } finally {
    progress.close()
  }
  return all
}

interface Reading {
  wish: DiagnoseWish
  price(model: string | null): Price | null
  progress: Progress
}

async function readOne({ path }: NamedFile, { wish, price, progress }: Reading) {
  const runs: DiagnosedRun[] = []
  const take: TakeRun = (head) => {
    const diagnosis = diagnoseRun(head, { file: path, maxSteps: wish.maxSteps, watch: createWatch, price })
    return {
      step: diagnosis.step,
      spend: diagnosis.spend,
      end: ({ how }) => {
        const run = diagnosis.end(how)
        // A session in which nothing was done is no run of anybody's.
        if (run.steps === 0) return
        runs.push(run)
        progress.run()
      },
    }
  }
  const { importer, bytes, problems } = await readFile(path, take, { format: wish.format })
  const format = importer?.id ?? null
  const read: DiagnosedFile = {
    path,
    format,
    guessed: wish.format === null,
    runs: runs.length,
    bytes,
    problems,
  }
  return { runs, read }
}

/** Looking a price up costs more than a run's own figures, and the same few models come again and again. */
function priceList(): (model: string | null) => Price | null {
  const known = new Map<string | null, Price | null>()
  return (model) => {
    if (!known.has(model)) known.set(model, priceOf(model))
    return known.get(model) ?? null
  }
}

/** A run that does not say when it was is as old as its file. */
function isWanted(run: DiagnosedRun, { changedAt }: NamedFile, { since, project }: DiagnoseWish): boolean {
  const at = Date.parse(run.ended ?? run.began ?? '')
  if (since !== null && (Number.isNaN(at) ? changedAt : at) < since) return false
  return project === null || project.some((folder) => `${run.project}/`.startsWith(`${folder}/`))
}

import { type Diagnosis, diagnosisOf } from '../diagnose/diagnosis.ts'
import { importers } from '../import/index.ts'
import { fileLines } from '../report/diagnose/file-lines.ts'
import { manyLines } from '../report/diagnose/many-lines.ts'
import { runLines } from '../report/diagnose/run-lines.ts'
import { EXIT, Problem } from '../runtime/problem.ts'
import { hideInData } from '../secrets/known.ts'
import { hideInView } from '../secrets/view.ts'
import { writeAtomic } from '../store/files.ts'
import type { Call } from './command.ts'
import { type NamedFile, transcriptsOf } from './diagnose-files.ts'
import { readAll } from './diagnose-read.ts'
import { type DiagnoseWish, diagnoseWish } from './diagnose-wish.ts'

const WIDTH = 110
const FILES_SHOWN = 5

/** Reads transcripts, and says where their runs got stuck. It writes nothing but what --output names. */
export async function diagnoseFor(call: Call): Promise<number> {
  const wish = diagnoseWish(
    call,
    importers.map(({ id }) => id),
  )
  const files = transcriptsOf(call, wish.since)
  refuseOverwriting(files, wish)
  const { runs, files: read, leftOut } = await readAll(files, wish)
  // A page is made to be passed on, and transcripts hold whatever an agent saw.
  const diagnosis = hideInData(diagnosisOf(runs, read, leftOut), hideInView)
  if (call.args.length > 0) refuseUnknown(diagnosis)
  await write(diagnosis, wish)
  if (call.json) call.out(JSON.stringify(diagnosis))
  else for (const line of linesOf(diagnosis, wish)) call.out(line)
  return EXIT.ok
}

function refuseOverwriting(files: NamedFile[], { output }: DiagnoseWish): void {
  if (files.some(({ path }) => path === output?.path))
    throw new Problem(EXIT.usage, `--output names ${output?.path}, which is to be read`, 'Name another file.')
}

/** If not one of the files that were named is a transcript, there is nothing to say about any. */
function refuseUnknown({ files }: Diagnosis): void {
  const [first] = files
  if (!first || files.some(({ format }) => format !== null)) return
  const unreadable = first.problems.find(({ kind }) => kind === 'torn')
  if (unreadable)
    throw new Problem(EXIT.environment, `Cannot read ${first.path}: ${unreadable.what}`, 'Name another file.')
  const what = files.length === 1 ? `${first.path} is` : `These ${files.length} files are`
  const formats = importers.map(({ id }) => id).join(', ')
  throw new Problem(
    EXIT.usage,
    `${what} of no known kind of transcript`,
    `Say which with --format: ${formats}.`,
  )
}

async function write(diagnosis: Diagnosis, { output }: DiagnoseWish): Promise<void> {
  if (output === null) return
  const text =
    output.form === 'json'
      ? `${JSON.stringify(diagnosis, null, 2)}\n`
      : (await import('../report/diagnose/html/page.ts')).diagnosePage(diagnosis)
  writeAtomic(output.path, text)
}

function linesOf(diagnosis: Diagnosis, { limit, output }: DiagnoseWish): string[] {
  const { runs, totals, files } = diagnosis
  const width = Math.max(60, process.stdout.columns || WIDTH)
  const [only] = runs
  const told =
    runs.length === 1 && only
      ? runLines(only, width)
      : runs.length > 1
        ? manyLines(runs, totals, limit)
        : nothing(diagnosis)
  return [
    ...told,
    ...(files.length > 0 ? ['', ...fileLines(diagnosis, FILES_SHOWN)] : []),
    ...(output ? [`Written to ${output.path}`] : []),
  ]
}

function nothing({ files, left_out }: Diagnosis): string[] {
  if (left_out > 0) return ['No run fits. Without --since and --project all of them are told of.']
  if (files.length > 0) return ['There is no run in them.']
  const places = importers.flatMap(({ places: all = [] }) => all.map(({ folder }) => `~/${folder}`))
  return [
    `No transcripts were found. Looked in ${[...new Set(places)].join(', ')}. Others can be named: wiggum diagnose <file>`,
  ]
}

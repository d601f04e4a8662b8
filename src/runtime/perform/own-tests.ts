import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { CheckResult, EventData, OwnTests } from '../../core/events.ts'
import { failedTests } from '../../core/failed-tests.ts'
import { verificationOf } from '../../core/verification.ts'
import { isCode } from '../../verify/executable-files.ts'
import { languageOf } from '../../verify/languages/index.ts'
import { loadMark } from '../../verify/load-marks.ts'
import { missingNames } from '../../verify/missing-names.ts'
import { ownTestsCommand } from '../../verify/own-tests-command.ts'
import { parseManifest } from '../../verify/package-json.ts'
import { planProof } from '../../verify/proof.ts'
import { redForMissing } from '../../verify/red-for-missing.ts'
import type { CheckRunner } from '../../verify/run-checks.ts'
import { isTestFile } from '../../verify/test-files.ts'
import type { TreeReader } from '../../verify/tree-reader.ts'
import type { RunContext } from '../context.ts'
import { readTree } from './trees.ts'

/** As many are run one by one, so that each is named for what it shows itself. More are run together. */
const MAX_ALONE = 5

interface Place {
  head: string
  dir: string
  runner: CheckRunner
  timeoutMs: number
  /** The user's own tree: nothing is written there. */
  inPlace: boolean
}

interface Group {
  files: string[]
  /** `null`: they cannot be run alone. */
  command: string | null
}

interface Texts {
  base: TreeReader
  head: TreeReader
  changed: string[]
}

/** The change's own tests, once more on the merged tree, where all is green. */
export async function ownTestsAgain(context: RunContext, place: Place): Promise<OwnTests[]> {
  const { groups, texts } = await ownTestsOf(context, place.head)
  const results: OwnTests[] = []
  for (const [i, { files, command }] of groups.entries()) {
    if (command === null) continue
    const marks = place.inPlace
      ? null
      : await leaveMarks(context, { ...place, name: `own-${i}` }, { files, texts })
    const { exit, timed_out } = await place.runner(`own-${i + 1}`, command, place.timeoutMs)
    const outcome = exit === 0 && !timed_out ? 'green' : 'flaky'
    // A mark that is missing where all is green is one that cannot be left.
    results.push({ files, outcome, loads: marks?.() === true ? true : null, missing: [] })
  }
  return results
}

/** The change's own tests on the old code. A red one is run twice: what is red by chance shows nothing. */
export async function ownTestsBefore(context: RunContext, place: Place): Promise<OwnTests[]> {
  const { groups, texts } = await ownTestsOf(context, place.head)
  const results: OwnTests[] = []
  for (const [i, group] of groups.entries()) {
    const { files } = group
    const command = group.command ?? wholeCommand(context)
    const missing = await missingIn(files, texts)
    if (command === null) {
      results.push({ files, outcome: 'not-run', loads: null, missing })
      continue
    }
    const marks = await leaveMarks(context, { ...place, name: `own-${i}` }, { files, texts })
    const { outcome, first } = await twice(place, `own-${i + 1}`, command)
    const blamed = outcome === 'red' ? await blamedIn({ files, missing, texts }, first) : []
    // To call what is not there yet shows as little as not to be loaded.
    const shown =
      blamed.length > 0 ? { loads: false, missing: blamed } : { loads: loads(context, files, marks), missing }
    results.push({ files, outcome, ...shown })
  }
  return results
}

/** Where the base's own tests are red, the whole command says nothing about the new ones. */
function wholeCommand({ state }: RunContext): string | null {
  const { verify } = state.start!
  return verificationOf(state, 'baseline')?.green === true ? verify.test : null
}

async function twice(
  { runner, timeoutMs }: Place,
  name: string,
  command: string,
): Promise<{ outcome: OwnTests['outcome']; first: CheckResult }> {
  const isRed = ({ exit, timed_out }: { exit: number | null; timed_out: boolean }) => exit !== 0 || timed_out
  const first = await runner(name, command, timeoutMs)
  if (!isRed(first)) return { outcome: 'green', first }
  return { outcome: isRed(await runner(`${name}-again`, command, timeoutMs)) ? 'red' : 'flaky', first }
}

/** The names for whose absence alone they were red. */
async function blamedIn(
  { files, missing, texts }: { files: string[]; missing: string[]; texts: Texts },
  run: CheckResult,
): Promise<string[]> {
  const tests = []
  for (const path of files)
    tests.push({ path, before: await texts.base.read(path), after: (await texts.head.read(path)) ?? '' })
  return redForMissing(missing, tests, { output: run.tail, failed: failedTests([run]) })
}

/** Only where the same mark was left on the merged tree does its absence tell anything. */
function loads({ state }: RunContext, files: string[], marks: (() => boolean) | null): boolean | null {
  const merged = verificationOf(state, 'merged')
  const now = merged?.own_tests?.find((tests) => tests.files.join() === files.join())
  return now?.loads === true && marks !== null ? marks() : null
}

async function ownTestsOf(context: RunContext, head: string): Promise<{ groups: Group[]; texts: Texts }> {
  const { state } = context
  const work = Object.values(state.collected).find((each) => each.head === head)
  const changed = (work?.files ?? []).map(({ path }) => path)
  const [base, after] = [await readTree(context, state.start!.base), await readTree(context, head)]
  const files = await withTests(after, planProof(work?.files ?? [], isTestFile) ?? [])
  const manifest = parseManifest(await after.read('package.json'))
  const { test } = state.start!.verify
  const command = (of: string[]) => (test === null ? null : ownTestsCommand(test, of, manifest))
  const alone = files.map((file) => ({ files: [file], command: command([file]) }))
  const isNamed = files.length <= MAX_ALONE && alone.every((each) => each.command !== null)
  const together = files.length > 0 ? [{ files, command: command(files) }] : []
  return { groups: isNamed ? alone : together, texts: { base, head: after, changed } }
}

/** Helpers, fixtures and snapshots lie beside tests, and are none. Of a language that is not known, whatever is code may be one. */
async function withTests(tree: TreeReader, brought: { path: string }[]): Promise<string[]> {
  const found: string[] = []
  for (const { path } of brought) {
    const language = languageOf(path)
    const text = language ? ((await tree.read(path)) ?? '') : ''
    if (language ? text.search(language.declaration) !== -1 : isCode(path)) found.push(path)
  }
  return found
}

async function missingIn(files: string[], { base, head, changed }: Texts): Promise<string[]> {
  const names: string[] = []
  for (const path of files) {
    const text = (await head.read(path)) ?? ''
    names.push(...(await missingNames({ path, text }, { base, head }, changed)))
  }
  return [...new Set(names)].slice(0, 20)
}

/** `null`: no mark can be left in all of them. Called later, it says whether all were loaded. */
async function leaveMarks(
  context: RunContext,
  { dir, name }: Place & { name: string },
  { files, texts }: { files: string[]; texts: Texts },
): Promise<(() => boolean) | null> {
  const goals = files.map((_, i) => join(dir, `.wiggum-${name}-${i}`))
  const marks = []
  for (const [i, path] of files.entries()) {
    const mark = loadMark(path, (await texts.head.read(path)) ?? '', goals[i]!)
    if (mark) marks.push(mark)
  }
  if (marks.length < files.length || context.outside.leaveMarks(dir, marks).length < marks.length) return null
  return () => goals.every((goal) => existsSync(goal))
}

/** What was red before is green now: once more, since a check may be so by chance. */
export async function redAgain(
  checks: EventData['verify.complete']['checks'],
  wanted: (name: string) => boolean,
  { runner, timeoutMs }: Pick<Place, 'runner' | 'timeoutMs'>,
): Promise<EventData['verify.complete']['checks']> {
  const results = []
  for (const check of checks) {
    if (!wanted(check.name)) {
      results.push(check)
      continue
    }
    const { exit, timed_out, duration_ms } = await runner(`${check.name}-again`, check.command, timeoutMs)
    results.push({ ...check, again: { exit, timed_out, duration_ms } })
  }
  return results
}

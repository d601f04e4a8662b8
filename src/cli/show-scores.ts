import { existsSync } from 'node:fs'
import { adviceOf } from '../core/scoring/advice.ts'
import { figuresOf } from '../core/scoring/figures.ts'
import type { RunScore } from '../core/scoring/row.ts'
import { tableOf } from '../core/scoring/table.ts'
import { defaults } from '../policy/defaults.ts'
import { runScoreLines } from '../report/run-score-lines.ts'
import { scoreLines } from '../report/score-lines.ts'
import { oneLine, plural } from '../report/words.ts'
import { type Gathered, gatherScores } from '../runtime/gather-scores.ts'
import { EXIT, Problem } from '../runtime/problem.ts'
import { openPlace, openProject } from '../runtime/project.ts'
import { scoreLog } from '../runtime/score-log.ts'
import { readScores } from '../store/effectiveness.ts'
import type { Layout } from '../store/layout.ts'
import { type Call, flag, text, texts } from './command.ts'
import { findRun, runIds } from './find-run.ts'
import { sinceOf } from './since.ts'

/** `wiggum score`: from what runs wrote down about their reviewers, and from the logs of those that did not. */
export async function showScores(call: Call): Promise<number> {
  const { layout } = await openPlace(call.cwd)
  if (call.args[0]) return showRun(call, layout, call.args[0])
  const since = sinceOf(text(call, 'since'), Date.now())
  const gathered = gatherScores(layout, { logs: runIds(layout), rebuild: flag(call, 'rebuild') })
  const table = tableOf(gathered.runs.flatMap((run) => wanted(run, call, since) ?? []))
  const advice = adviceOf(table, await tiersOf(call))
  const { computed, missing } = gathered
  if (call.json) call.out(JSON.stringify({ ...table, advice, computed, missing }))
  else
    for (const line of [
      ...scoreLines(table, advice),
      ...unknownLines(gathered, call),
      ...noteLines(gathered, call),
    ])
      call.out(line)
  return EXIT.ok
}

function wanted(run: RunScore, call: Call, since: number | null): RunScore | null {
  if (since !== null && Date.parse(run.ended) < since) return null
  const [reviewers, models] = [texts(call, 'reviewer'), texts(call, 'model')]
  const rows = run.rows.filter(
    ({ reviewer, model }) =>
      (reviewers.length === 0 || reviewers.includes(reviewer)) &&
      (models.length === 0 || models.includes(model)),
  )
  return { ...run, rows }
}

/** Whoever is asked about and has never reviewed, and who has. */
function unknownLines({ runs }: Gathered, call: Call): string[] {
  return (['reviewer', 'model'] as const).flatMap((key) => {
    const known = [...new Set(runs.flatMap(({ rows }) => rows.map((row) => row[key])))].sort()
    const unknown = texts(call, key).filter((name) => !known.includes(name))
    if (unknown.length === 0 || known.length === 0) return []
    const names = unknown.map((name) => `"${name}"`).join(', ')
    return [oneLine(`No ${key} ${names} has reviewed here. Known: ${known.join(', ')}.`, 1000)]
  })
}

/** A configuration that cannot be read is no reason not to show figures. */
async function tiersOf(call: Call): Promise<string[]> {
  try {
    return (await openProject(call.cwd, call.env)).config.models.tiers
  } catch {
    return defaults.tiers
  }
}

function noteLines({ computed, missing }: Gathered, call: Call): string[] {
  const problems = [...new Set(missing.map(({ problem }) => problem))]
  const lines = problems.map((problem) => {
    const runs = missing.flatMap((each) => (each.problem === problem ? [each.run_id] : []))
    const more = runs.length > 3 ? ` and ${runs.length - 3} more` : ''
    return `No scores of ${runs.slice(0, 3).join(', ')}${more}: ${oneLine(problem, 300)}`
  })
  if (computed.length > 0 && !flag(call, 'rebuild'))
    lines.push(
      `${plural(computed.length, 'run')} had no scores kept and came from the logs. To keep them: wiggum score --rebuild`,
    )
  return lines
}

function showRun(call: Call, layout: Layout, asked: string): number {
  const stored = readScores(layout)
  const known = stored.find(({ run_id }) => run_id === asked) ?? null
  const run = known && !existsSync(layout.log(asked)) ? asked : findRun(layout, asked)
  const scored = existsSync(layout.log(run)) ? scoreLog(layout, run) : null
  if (scored && !scored.ok)
    throw new Problem(EXIT.environment, `The log of ${run} cannot be read: ${scored.problem}`, '')
  const score = scored ? scored.run : known
  if (!score) throw new Problem(EXIT.usage, `${run} has not ended`, 'Its reviewers are scored when it has.')
  const fates = scored?.run?.fates ?? null
  if (call.json)
    call.out(JSON.stringify({ ...score, fates, figures: score.rows.map((row) => figuresOf([row])) }))
  else for (const line of runScoreLines(score, fates)) call.out(line)
  return EXIT.ok
}

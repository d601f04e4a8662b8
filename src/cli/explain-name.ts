import { nearest } from '../config/nearest-key.ts'
import { eventLines, eventMeanings } from '../report/event-meanings.ts'
import { detectorLines } from '../report/explain-detector.ts'
import { storyOf } from '../report/explain-run.ts'
import { storyLines } from '../report/story-text.ts'
import { EXIT, Problem } from '../runtime/problem.ts'
import { openPlace } from '../runtime/project.ts'
import type { Layout } from '../store/layout.ts'
import { openRepository } from '../workspace/repository.ts'
import type { Call } from './command.ts'
import { lastRun, nearestIds, runIds } from './find-run.ts'
import { knownDetectors } from './known-detectors.ts'
import { readRun } from './read-run.ts'

/** What a name means: a rule, all rules of a shadow, an event type, or a run. Nothing: the last run. */
export async function explainName(call: Call): Promise<number> {
  const name = call.args[0] ?? null
  const found = name === null ? null : ((await asDetector(call, name)) ?? asEvent(name))
  const { json, lines, exit = EXIT.ok } = found ?? (await asRun(call, name))
  if (call.json) call.out(JSON.stringify(json))
  else for (const line of lines) call.out(line)
  return exit
}

interface Explained {
  json: unknown
  lines: string[]
  exit?: number
}

async function asDetector(call: Call, name: string): Promise<Explained | null> {
  if (!name.includes('.')) return null
  const all = await knownDetectors(call)
  const rules = all.filter((rule) => rule.id === name || rule.shadow === name)
  if (rules.length === 0) return null
  const one = rules.find((rule) => rule.id === name)
  if (one) return { json: one, lines: detectorLines(one) }
  return {
    json: rules,
    lines: rules.flatMap((rule, index) => [...(index > 0 ? ['', ''] : []), ...detectorLines(rule)]),
  }
}

function asEvent(name: string): Explained | null {
  const meaning = eventMeanings().find(({ type }) => type === name)
  return meaning ? { json: meaning, lines: eventLines(meaning) } : null
}

async function asRun(call: Call, name: string | null): Promise<Explained> {
  const opened = await openRepository(call.cwd)
  if (!opened.ok && name !== null) throw await unknown(call, name, [])
  const { layout } = await openPlace(call.cwd)
  const runId = await runOf(call, name, layout)
  const { state, damage, mark, exit, reading } = readRun(layout, runId)
  const story = storyOf(state, reading)
  const marked = mark === null ? [] : ['', mark]
  return {
    json: damage ? { ...story, damage } : story,
    lines: [...storyLines(story), ...marked],
    exit,
  }
}

async function runOf(call: Call, name: string | null, layout: Layout): Promise<string> {
  if (name === null) return lastRun(layout)
  const ids = runIds(layout)
  const fitting = ids.includes(name) ? [name] : ids.filter((id) => id.includes(name))
  if (fitting.length === 1) return fitting[0]!
  if (fitting.length > 1)
    throw new Problem(
      EXIT.usage,
      `"${name}" fits several runs`,
      `Name one of: ${fitting.slice(-5).join(', ')}.`,
    )
  throw await unknown(call, name, ids)
}

async function unknown(call: Call, name: string, runs: string[]): Promise<Problem> {
  const rules = await knownDetectors(call)
  const known = [
    ...rules.flatMap(({ id, shadow }) => [id, shadow]),
    ...eventMeanings().map(({ type }) => type),
  ]
  const what = `There is no detector, event type or run "${name}"`
  const ids = nearestIds(name, runs)
  const nearestRuns = ids.length > 0 ? ` The nearest runs: ${ids.join(', ')}.` : ''
  return new Problem(EXIT.usage, what, `The nearest known one is "${nearest(name, known)}".${nearestRuns}`)
}

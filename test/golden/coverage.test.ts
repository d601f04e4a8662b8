import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { decide } from '../../src/core/decide/index.ts'
import { eventData, type WiggumEvent } from '../../src/core/events.ts'
import { fold } from '../../src/core/fold.ts'
import { openGates } from '../../src/core/open-gates.ts'
import { golden, goldenNames } from './golden.ts'
import { plays } from './plays.ts'

const logs = new Map(goldenNames.map((name) => [name, golden(name)]))
const all = [...logs.values()].flat()

test('every log has the story it is played from, and every story its log', () => {
  expect(goldenNames).toEqual(Object.keys(plays).sort())
  expect(goldenNames.length).toBeGreaterThanOrEqual(12)
})

test('every event type is in one of them', () => {
  const seen = new Set<string>(all.map(({ type }) => type))
  expect(Object.keys(eventData).filter((type) => !seen.has(type))).toEqual([])
})

/** The table of the guide: which status goes with which exit code. */
function documentedEndings(): string[] {
  const guide = readFileSync('docs/guide.md', 'utf8')
  const table = guide
    .slice(guide.indexOf('## Exit codes'))
    .split('\n')
    .filter((line) => line.startsWith('| '))
  return table.flatMap((row) => {
    const [, codes = '', statuses = ''] = row.split('|')
    const [code] = /\d+/.exec(codes) ?? []
    return [...statuses.matchAll(/`([a-z-]+)`/g)].map(([, status]) => `${status} ${code}`)
  })
}

function endingsOf(events: WiggumEvent[]): string[] {
  const ended = events.flatMap(({ type, data }) =>
    type === 'run.complete' ? [`${data.status} ${data.exit_code}`] : [],
  )
  const last = events.at(-1)?.type
  if (last === 'run.interrupted') ended.push('interrupted 129')
  if (openGates(fold(events)).length > 0) ended.push('waiting 20')
  return ended
}

test('every way to end that the guide has is in one of them, and no other', () => {
  const documented = documentedEndings()
  expect(documented.length).toBeGreaterThan(15)
  const seen = new Set([...logs.values()].flatMap(endingsOf))
  expect(documented.filter((ending) => !seen.has(ending))).toEqual([])
  expect([...seen].filter((ending) => !documented.includes(ending))).toEqual([])
})

test('where a log waits for an answer, nothing more is decided', () => {
  const waiting = [...logs.values()].filter((events) => openGates(fold(events)).length > 0)
  expect(waiting.length).toBeGreaterThan(0)
  for (const events of waiting) expect(decide(fold(events), events.at(-1)!.ts).commands).toEqual([])
})

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

interface Ending {
  status: string
  codes: number[]
}

/** The table of the guide: which status goes with which exit codes. */
function documentedEndings(): Ending[] {
  const guide = readFileSync('docs/guide.md', 'utf8')
  const section = guide.slice(guide.indexOf('## Exit codes'))
  const table = section.split('\n').filter((line) => /^\| \d/.test(line))
  return table.flatMap((row) => {
    const [, first = '', second = ''] = row.split('|')
    const codes = first.split(',').map(Number)
    return [...second.matchAll(/`([a-z-]+)`/g)].map(([, status]) => ({ status: status!, codes }))
  })
}

const STOPPED: Record<string, number> = { SIGHUP: 129, SIGINT: 130, stop: 130, SIGTERM: 143 }

function endingsOf(events: WiggumEvent[]): { status: string; code: number }[] {
  const ended = events.flatMap(({ type, data }) => {
    if (type === 'run.complete') return [{ status: data.status, code: data.exit_code }]
    return type === 'run.interrupted' ? [{ status: 'interrupted', code: STOPPED[data.signal] ?? 0 }] : []
  })
  return openGates(fold(events)).length > 0 ? [...ended, { status: 'waiting', code: 20 }] : ended
}

test('every way to end that the guide has is in one of them, and no other', () => {
  const documented = documentedEndings()
  expect(documented.length).toBeGreaterThan(15)
  const seen = [...logs.values()].flatMap(endingsOf)
  const isOf = ({ status, codes }: Ending, ending: { status: string; code: number }) =>
    status === ending.status && codes.includes(ending.code)
  expect(documented.filter((each) => !seen.some((ending) => isOf(each, ending)))).toEqual([])
  expect(seen.filter((ending) => !documented.some((each) => isOf(each, ending)))).toEqual([])
})

test('where a log waits for an answer, nothing more is decided', () => {
  const waiting = [...logs.values()].filter((events) => openGates(fold(events)).length > 0)
  expect(waiting.length).toBeGreaterThan(0)
  for (const events of waiting) expect(decide(fold(events), events.at(-1)!.ts).commands).toEqual([])
})

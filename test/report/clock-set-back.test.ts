import { expect, test } from 'vitest'
import { msBetween } from '../../src/core/decide/instants.ts'
import type { WiggumEvent } from '../../src/core/events.ts'
import { fold } from '../../src/core/fold.ts'
import { compareRuns } from '../../src/report/compare.ts'
import { storyOf } from '../../src/report/explain-run.ts'
import { stateDocument } from '../../src/report/state-document.ts'
import { timelineOf } from '../../src/report/timeline.ts'
import { simulate } from '../core/simulate.ts'
import { factsOf, goingRound } from './html-play.ts'

const HOUR_MS = 3_600_000

/** The machine's clock was an hour ahead when the run began, and was put right after so many events. */
function setBackAfter(count: number): WiggumEvent[] {
  const { events } = simulate(goingRound())
  return events.map((event, index) =>
    index < count ? event : { ...event, ts: new Date(Date.parse(event.ts) - HOUR_MS).toISOString() },
  )
}

function numbersIn(value: unknown, path = ''): [string, number][] {
  if (typeof value === 'number') return [[path, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inside]) => numbersIn(inside, `${path}.${key}`))
}

const TIMES = /(?:_ms|ms|seconds|minutes|duration\w*|at)$/

test.each([1, 2, 5, 12, 30])('a clock set back after %d events: no view shows a time below zero', (count) => {
  const events = setBackAfter(count)
  const state = fold(events)
  const views = {
    facts: factsOf(events),
    story: storyOf(state),
    timeline: timelineOf(events),
    state: stateDocument(state),
    compare: compareRuns(events, events),
  }
  const negative = numbersIn(views).filter(([path, number]) => TIMES.test(path) && number < 0)
  expect(negative).toEqual([])
  const spans = views.facts.spans.items
  expect(spans.filter(({ start_ms, end_ms }) => end_ms !== null && end_ms < start_ms)).toEqual([])
})

test('what lies between two instants is never negative, and nothing where one is none', () => {
  const [early, late] = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:01.500Z']
  expect([
    msBetween(early, late),
    msBetween(late, early),
    msBetween(null, late),
    msBetween('x', late),
  ]).toEqual([1500, 0, 0, 0])
})

import { describe, expect, test } from 'vitest'
import { recomputed } from '../../../src/core/backtest/counterfactual.ts'
import type { Fired } from '../../../src/core/backtest/fired.ts'
import type { WiggumEvent } from '../../../src/core/events.ts'
import { honestStories, playHonest, stuckStories } from '../breaker-stories.ts'
import { policyWith, run } from '../loop-play.ts'
import { cycles, pipelines } from '../recorded-scripts.ts'
import { type Script, simulate } from '../simulate.ts'

/** The rules, asked again with nothing but the facts of a log, conclude exactly what the log says. */

const names = (fired: Fired[]) => fired.map(({ kind, what, pass }) => `${kind} ${what} in pass ${pass}`)

function same(events: WiggumEvent[]): void {
  const again = recomputed(events)!
  expect(names(again.would)).toEqual(names(again.real))
  expect(again).toMatchObject({ halt: null, goesOn: null, otherwise: null })
}

describe('under its own policy', () => {
  test.each(Object.entries({ ...pipelines, ...cycles }))('%s', (_, script) =>
    same(simulate(script as Script).events),
  )
  test.each(stuckStories.map(({ name, script }) => [name, script] as const))('%s', (_, script) => {
    same(run(script).events)
    for (const action of ['alert', 'abort'])
      same(run({ ...script, start: { policy: policyWith({ action }) } }).events)
    same(run({ ...script, answers: { stagnation: 'continue' } }).events)
  })
  test.each(honestStories.map((story) => [story.name, story] as const))('%s', (_, story) =>
    same(playHonest(story).events),
  )
})

import { describe, expect, test } from 'vitest'
import { counterfactual, recomputed } from '../../../src/core/backtest/counterfactual.ts'
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
    same(run({ ...script, start: { policy: policyWith({ action: 'alert' }) } }).events)
    same(run({ ...script, answers: { stagnation: 'continue' } }).events)
  })
  test.each(honestStories.map((story) => [story.name, story] as const))('%s', (_, story) =>
    same(playHonest(story).events),
  )

  test('a loop that was resumed after it was stopped, and one in a session', () => {
    const start = { policy: policyWith({ action: 'abort' }) }
    const { script } = stuckStories.find(({ name }) => name === 'repeats one error')!
    const stopped = run({ ...script, start }).events
    const data = { reason: 'once more', after: stopped.length }
    const resumed = { ...stopped.at(-1)!, type: 'run.resumed', seq: stopped.length + 1, data } as WiggumEvent
    same(run({ ...script, start }, [...stopped, resumed]).events)
    const live = { session: 's', host: 'claude', promise: null, review: 'self', verify: true, asked: true }
    same(run({ ...script, start: { ...start, strategy: 'live', live } }).events)
  })
})

describe('under another policy, all conclusions drawn anew are those that only the changed keys were asked for', () => {
  const off = (id: string) => ({ [id]: { enabled: false } })
  const changes = {
    'a breaker that opens at once': { stagnation: { threshold: 1, action: 'abort' } },
    'a breaker that opens soon': { stagnation: { threshold: 2, signals: { task_timeout_iterations: 2 } } },
    'a small budget': { budget: { usd: 0.04 } },
    'one cycle, and a gate': {
      limits: { max_cycles: 1 },
      gates: { unverified: 'deny', 'baseline-red': 'allow' },
    },
    'a quick break': { detectors: { 'break.same-shadow': { thresholds: { times: 2 } } } },
    'rules that are off': { detectors: { ...off('maker.rogue.no-tests'), ...off('system.scope-creep') } },
  }
  const scripts = Object.entries({ ...pipelines, ...cycles }) as [string, Script][]
  const logs = scripts.map(([name, script]) => [name, simulate(script).events] as const)
  const loops = stuckStories.map(({ name, script }) => [name, run(script).events] as const)

  test.each(Object.entries(changes))('%s', (_, change) => {
    for (const [name, events] of [...logs, ...loops]) {
      const [all, asked] = [recomputed(events, change)!, counterfactual(events, change)!]
      const shown = ({ would, halt, goesOn }: typeof all) => ({
        name,
        would: names(would),
        halt: halt && [halt.key, halt.pass, halt.work],
        goesOn,
      })
      expect(shown(asked)).toEqual(shown(all))
    }
  })
})

import { describe, expect, test } from 'vitest'
import { heads, policyWith } from '../core/loop-play.ts'
import { cycles, pipelines, plain } from '../core/recorded-scripts.ts'
import { type Script, simulate } from '../core/simulate.ts'
import { golden, goldenNames } from '../golden/golden.ts'
import { resumeFrom } from './from-log.ts'
import { ending, problemsOf, resumed, untilEnd } from './log-endings.ts'

/** Decide and fold alone, with nothing around them: what is told of a command, is told of it once. */

let cuts = 0

test.each(goldenNames)('%s: cut off after any event, it ends as the log does', (name) => {
  const log = golden(name)
  const problems: string[] = []
  for (let at = 1; at < log.length; at++) {
    const before = log.slice(0, at)
    if (ending(before) !== null) continue
    cuts += 1
    const { events, stuck } = resumeFrom(before, log.slice(at))
    problems.push(
      ...problemsOf(untilEnd(log, at), events, stuck).map((problem) => `cut after ${at}: ${problem}`),
    )
  }
  expect(problems).toEqual([])
})

const loops: Record<string, Script> = {
  'a loop that is proven': { heads, green: (kind, nth) => (kind === 'merged' ? nth >= 3 : kind !== 'proof') },
  'a loop that stands still': {
    heads,
    made: () => ({ head: 'b'.repeat(40) }),
    start: { policy: policyWith({ action: 'abort' }) },
  },
}

const looping = Object.fromEntries(
  Object.entries(loops).map(([name, script]) => {
    const loop = { max_passes: 5, suppressed: null, accept: false }
    return [name, { ...script, start: { strategy: 'loop', loop, ...script.start } }]
  }),
)

describe.each([
  ['plain', plain],
  ['pipeline', pipelines],
  ['cycles', cycles],
  ['loop', looping],
] as const)('simulated: %s', (_, scripts) => {
  test.each(Object.entries<Script>(scripts))('cut off at its events, it ends alike: %s', (_, script) => {
    const { events: whole } = simulate(script)
    const problems: string[] = []
    for (let at = 1; at < whole.length; at++) {
      const before = whole.slice(0, at)
      if (ending(before) !== null) continue
      cuts += 1
      const { events } = simulate(script, [...before, resumed(before)])
      problems.push(...problemsOf(whole, events, []).map((problem) => `cut after ${at}: ${problem}`))
    }
    expect(problems).toEqual([])
  })
})

test('that was a good number of cuts', () => {
  const { user, system } = process.cpuUsage()
  console.log(
    `decisions: ${cuts} cuts, ${((user + system) / 1_000_000).toFixed(1)} CPU-seconds with the loading`,
  )
  expect(cuts).toBeGreaterThan(1_000)
})

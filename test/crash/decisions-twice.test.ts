import { expect, test } from 'vitest'
import { golden, goldenNames } from '../golden/golden.ts'
import { resumeFrom } from './from-log.ts'
import { ending, problemsOf, untilEnd } from './log-endings.ts'

/** Decide and fold alone, cut off twice: at every other event, and at every fourth after that. */

test.each(goldenNames)('%s: cut off twice, it ends as the log does', { tags: 'deep' }, (name) => {
  const log = golden(name)
  const problems: string[] = []
  for (let at = 1; at < log.length; at += 2) {
    const before = log.slice(0, at)
    if (ending(before) !== null) continue
    for (let more = 1; at + more < log.length; more += 4) {
      const { events, ahead } = resumeFrom(before, log.slice(at), more)
      if (ending(events) !== null) break
      const again = resumeFrom(events, ahead)
      const found = problemsOf(untilEnd(log, at), again.events, again.stuck)
      problems.push(...found.map((problem) => `cut after ${at}, then after ${more}: ${problem}`))
    }
  }
  expect(problems).toEqual([])
})

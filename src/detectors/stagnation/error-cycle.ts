import { plural } from '../../core/plural.ts'
import { boundary, detector, fires, quiet } from '../detector.ts'
import type { PassScene } from '../pass-scene.ts'
import { pass, passes } from './example-passes.ts'

const failing = (letters: string) =>
  passes(...[...letters].map((letter) => pass({ facts: { errors: letter === '-' ? [] : [`E: ${letter}`] } })))

/** Mending one thing breaks another, and back again: each pass looks like progress. */
export const errorCycle = detector<PassScene, 'longest' | 'rounds'>({
  id: 'stagnation.error-cycle',
  layer: 'stagnation',
  shadow: 'stagnation.error-cycle',
  title: 'Errors go round in a circle',
  notices: 'the same errors come back in the same order',
  thresholds: { longest: 6, rounds: 2 },
  detect: ({ passes: all }, { longest, rounds }) => {
    const ended = all.slice(-longest * rounds).map(({ facts }) => facts.errors.toSorted().join('\n'))
    for (let period = 2; period <= longest; period++) {
      const last = ended.slice(-period * rounds)
      const round = last.slice(0, period)
      const differs = new Set(round).size > 1
      const whole = last.length === period * rounds && last.every((each, at) => each === round[at % period])
      if (whole && differs)
        return [`${period} passes came round ${plural(rounds, 'time')}: ${round.filter(Boolean).join(', ')}`]
    }
    return null
  },
  correction: 'Two of your changes undo each other. Find what both need before you change either again.',
  examples: [
    fires('A, B, A, B', failing('abab')),
    fires('five passes that come round', failing('abcdeabcde')),
    fires('green in between does not help', failing('a-a-')),
    boundary('A, B, A', failing('aba')),
    quiet('one error all the time is another rule', failing('aaaa')),
    quiet('different errors', failing('abcdef')),
  ],
})

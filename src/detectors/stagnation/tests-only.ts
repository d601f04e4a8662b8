import { plural } from '../../core/plural.ts'
import { boundary, detector, fires, quiet } from '../detector.ts'
import type { PassScene } from '../pass-scene.ts'
import { pass, passes, repeated } from './example-passes.ts'

const ONLY = { facts: { tests_only: true } }

/** Tests belong to the work; passes that change nothing else do not make it. */
export const testsOnly = detector<PassScene, 'share' | 'passes'>({
  id: 'stagnation.tests-only',
  layer: 'stagnation',
  shadow: 'stagnation.tests-only',
  title: 'Only tests are changed',
  notices: 'too many passes change tests and nothing else',
  blindTo: 'a task that is about tests: then switch it off for the run',
  thresholds: { share: 0.3, passes: 4 },
  detect: ({ passes: all }, { share, passes: least }) => {
    const only = all.filter(({ facts }) => facts.tests_only).length
    if (all.length < least || only / all.length <= share) return null
    return [`${only} of ${plural(all.length, 'pass', 'passes')} changed only tests`]
  },
  correction: 'The tests are enough for now. Change what they test.',
  examples: [
    fires('two of four', passes(pass(), pass(ONLY), pass(), pass(ONLY))),
    boundary('three of three: too few passes to say', repeated(3, ONLY)),
    quiet('one of four', passes(pass(ONLY), pass(), pass(), pass())),
    quiet('none', repeated(5)),
  ],
})

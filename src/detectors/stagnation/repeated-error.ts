import { boundary, detector, fires, quiet } from '../detector.ts'
import { fewerFail, type PassScene } from '../pass-scene.ts'
import { counted, pass, passes, repeated } from './example-passes.ts'

const SAME = { facts: { errors: ['FAIL: a'] }, issues_fixed: 0 }
const failing = (...errors: string[]) => pass({ facts: { errors }, issues_fixed: 0 })

/** The same signature, not the same text: paths, lines, times and addresses do not make an error another one. */
export const repeatedError = detector<PassScene, 'passes'>({
  id: 'stagnation.repeated-error',
  layer: 'stagnation',
  shadow: 'stagnation.repeated-error',
  title: 'The same error again',
  notices: 'the same error ends pass after pass, whatever is changed, and no fewer tests fail',
  blindTo: 'two errors whose normalised words are the same and whose causes differ',
  thresholds: { passes: 3 },
  detect: ({ passes: all }, { passes: limit }) => {
    const last = all.slice(-limit)
    const from = all.length - last.length
    if (last.length < limit || last.some((_, at) => at > 0 && fewerFail(all, from + at))) return null
    const [first, ...rest] = last.map(({ facts }) => facts.errors)
    const same = first?.find((error) => rest.every((errors) => errors.includes(error)))
    return same === undefined ? null : [`${limit} passes ended with: ${same}`]
  },
  correction:
    'Find out why this error comes back before you change anything else; try another way than before.',
  examples: [
    fires('one error in three passes', passes(...Array(3).fill(failing('TypeError: x is undefined')))),
    fires(
      'one error beside others that come and go',
      passes(failing('E: a', 'E: b'), failing('E: a', 'E: c'), failing('E: a')),
    ),
    boundary('one error in two passes', passes(failing('E: a'), failing('E: a'))),
    quiet('five different errors', passes(...['a', 'b', 'c', 'd', 'e'].map((name) => failing(`E: ${name}`)))),
    quiet('A, B, A', passes(failing('E: a'), failing('E: b'), failing('E: a'))),
    fires('as many tests fail as before', counted([9, 5, 5, 5], SAME)),
    fires('tests fail to and fro', counted([5, 9, 5], SAME)),
    fires('nobody knows how many tests fail', counted([9, null, 5], SAME)),
    quiet('the same test is named first, and fewer fail each time', counted([9, 5, 2], SAME)),
    quiet('no errors at all', repeated(5)),
  ],
})

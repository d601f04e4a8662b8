import { plural } from '../../core/plural.ts'
import { boundary, detector, fires, quiet } from '../detector.ts'
import { fewerFail, lastWithoutProgress, type PassFacts, type PassScene } from '../pass-scene.ts'
import { counted, pass, passes, repeated } from './example-passes.ts'

const SAME = { facts: { errors: ['FAIL: a'] }, issues_fixed: 0 }
const met = (...agent_errors: string[]) => pass({ facts: { agent_errors }, issues_fixed: 0 })
const MET = { facts: { agent_errors: ['http: curl: # refused'] }, issues_fixed: 0 }
const failing = (...errors: string[]) => pass({ facts: { errors }, issues_fixed: 0 })

function inEach(all: string[][]): string | undefined {
  const [first, ...rest] = all
  return first?.find((error) => rest.every((errors) => errors.includes(error)))
}

/** An agent may meet an error on its way to something better: its own count only where the checks stay red and nothing moves. */
function metInVain(all: PassFacts[], limit: number): string | undefined {
  const last = lastWithoutProgress(all, limit)
  if (!last?.every(({ check }) => check === 'red')) return undefined
  return inEach(last.map(({ facts }) => facts.agent_errors ?? []))
}

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
    const same = inEach(last.map(({ facts }) => facts.errors))
    if (same !== undefined) return [`${plural(limit, 'pass', 'passes')} ended with: ${same}`]
    const met = metInVain(all, limit)
    return met === undefined
      ? null
      : [`${plural(limit, 'pass', 'passes')} got nowhere, and the agent met in each: ${met}`]
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
    fires('the agent meets one error in three passes that get nowhere', repeated(3, MET)),
    boundary('the agent meets one error in two passes', repeated(2, MET)),
    quiet('the agent meets other errors each time', passes(met('a'), met('b'), met('c'))),
    quiet('the agent meets one error, and mends something each time', repeated(4, { facts: MET.facts })),
    quiet('the agent meets one error, and fewer tests fail each time', counted([9, 5, 2], MET)),
    quiet('the agent meets one error, and the checks are green', repeated(4, { ...MET, check: 'green' })),
  ],
})

import { expect, test } from 'vitest'
import { heldOut } from '../../bench/drift-held-out.ts'
import { judgePair } from '../../bench/drift-judge.ts'
import type { Pair } from '../../bench/drift-pairs.ts'
import { tuning } from '../../bench/drift-tuning.ts'

const isDrifted = ({ drifted }: Pair) => drifted !== null

test.each([
  ['tuning', tuning],
  ['held out', heldOut],
])('the labelled pairs, %s: half drifted, no false alarm, most of the drifted found', async (_, pairs) => {
  expect(pairs.length).toBeGreaterThanOrEqual(30)
  expect(pairs.filter(isDrifted)).toHaveLength(pairs.length / 2)
  const said = await Promise.all(pairs.map(async (pair) => ({ pair, ...(await judgePair(pair)) })))
  const alarms = said.filter(({ found }) => found !== null).map(({ pair }) => pair)
  expect(alarms.filter((pair) => !isDrifted(pair)).map(({ task }) => task)).toEqual([])
  expect(alarms.length / pairs.filter(isDrifted).length).toBeGreaterThanOrEqual(0.7)
})

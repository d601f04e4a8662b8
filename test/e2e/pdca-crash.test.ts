import { describe, test } from 'vitest'
import { demoScenarios } from '../../src/agents/scripted/demo-project.ts'
import { scenarioFile, type World } from '../support/cli.ts'
import { tryAll } from '../support/kills.ts'
import { sampleOf } from '../support/sweeps.ts'
import { withoutPauses } from './pdca-play.ts'

/** Every so many places; in the sweeps all of them. */
const EVERY = 16

/** Two cycles: rejected by the Guardian with all reviewers asked, fixed, landed. */
const { task, scenario } = demoScenarios['standard-fixed']
const args = (world: World) => [
  ...['run', task, '--agent', scenarioFile(world, withoutPauses(scenario))],
  ...['--strategy', 'pdca', '--workflow', 'thorough'],
]

describe('a supervisor that is killed in a two-cycle thorough run', { tags: 'deep' }, () => {
  test('CR1: at its failpoints, then resumed: same tree, same end, same artifacts, no completed step again', async () => {
    await tryAll('CR1 thorough', { args }, ({ numbers }) => sampleOf(numbers, EVERY).map((n) => [n]))
  }, 7_200_000)

  test('CR5: twice, the second time while it recovers: as if once', async () => {
    await tryAll('CR5 thorough', { args }, ({ numbers }) =>
      sampleOf(
        numbers.filter((n) => n % 6 === 1),
        EVERY / 2,
      ).map((n) => [n, 6]),
    )
  }, 3_600_000)
})

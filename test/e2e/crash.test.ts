import { describe, test } from 'vitest'
import { scenarioFile, type World } from '../support/cli.ts'
import { tryAll } from '../support/kills.ts'
import { honest, TASK } from '../support/scenarios.ts'
import { sampleOf } from '../support/sweeps.ts'

/** In memory `test/crash` tries them all; that real kills leave the same, so many show. All of them are in the sweeps. */
const EVERY = 3

const SMOKE = 'run: "false"'
const args = (world: World) => ['run', TASK, '--agent', scenarioFile(world, honest())]

const failingHook = (world: World) => {
  world.write('.wiggum/hooks.yaml', `post-merge:\n  - ${SMOKE}\n`)
  world.git('add', '-A')
  world.git('commit', '-q', '-m', 'Check after landing')
}

describe('a supervisor that is killed', { tags: 'deep' }, () => {
  test('CR1, CR3: at every failpoint, then resumed: same tree, one merge, no completed step again', async () => {
    await tryAll('CR1', { args }, ({ numbers }) => sampleOf(numbers, EVERY).map((n) => [n]))
  }, 3_600_000)

  test('CR4: between a failed check after landing and the revert: resume reverts', async () => {
    const setting = { args, prepare: failingHook, from: 'appended:run.merged' }
    await tryAll('CR4', setting, ({ numbers }) => sampleOf(numbers, EVERY).map((n) => [n]))
  }, 1_800_000)

  test('CR5: twice, the second time while it recovers: as if once', async () => {
    await tryAll('CR5', { args }, ({ numbers }) =>
      sampleOf(
        numbers.filter((n) => n % 9 === 0),
        EVERY,
      ).flatMap((n) => [
        [n, '1@appended:run.resumed'],
        [n, 6],
      ]),
    )
  }, 1_800_000)
})

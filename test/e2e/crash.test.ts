import { describe, test } from 'vitest'
import { scenarioFile, type World } from '../support/cli.ts'
import { tryAll } from '../support/kills.ts'
import { honest, TASK } from '../support/scenarios.ts'

const SMOKE = 'run: "false"'
const args = (world: World) => ['run', TASK, '--agent', scenarioFile(world, honest())]

const failingHook = (world: World) => {
  world.write('.wiggum/hooks.yaml', `post-merge:\n  - ${SMOKE}\n`)
  world.git('add', '-A')
  world.git('commit', '-q', '-m', 'Check after landing')
}

describe('a supervisor that is killed', { tags: 'deep' }, () => {
  test('CR1, CR3: at every failpoint, then resumed: same tree, one merge, no completed step again', async () => {
    await tryAll('CR1', { args }, ({ numbers }) => numbers.map((n) => [n]))
  }, 3_600_000)

  test('CR4: between a failed check after landing and the revert: resume reverts', async () => {
    const setting = { args, prepare: failingHook, from: 'appended:run.merged' }
    await tryAll('CR4', setting, ({ numbers }) => numbers.map((n) => [n]))
  }, 1_800_000)

  test('CR5: twice, the second time while it recovers: as if once', async () => {
    await tryAll('CR5', { args }, ({ numbers }) =>
      numbers
        .filter((n) => n > 1 && n % 9 === 0)
        .flatMap((n) => [
          [n, '1@appended:run.resumed'],
          [n, 6],
        ]),
    )
  }, 1_800_000)
})

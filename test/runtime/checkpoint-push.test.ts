import { join } from 'node:path'
import { expect, test } from 'vitest'
import { defaultConfig } from '../../src/config/load.ts'
import type { Draft } from '../../src/core/events.ts'
import { fold } from '../../src/core/fold.ts'
import type { RunContext } from '../../src/runtime/context.ts'
import { realOutside } from '../../src/runtime/outside.ts'
import { performCheckpoint } from '../../src/runtime/perform/checkpoint.ts'
import { ensureLayout, layoutOf } from '../../src/store/layout.ts'
import { simulate } from '../core/simulate.ts'
import { repositoriesEndWithTheirTest, scene, sh, temporary } from '../workspace/fixture.ts'

repositoriesEndWithTheirTest()

test.each([
  ['is pushed', false, { ok: true, what: 'pushed wiggum/x to origin' }],
  [
    'does not hold up a run that is stopped',
    true,
    { ok: false, what: expect.stringMatching(/was stopped$/) },
  ],
])('a checkpoint %s', async (_, stopped, pushed) => {
  const { root, vault } = await scene()
  const remote = join(temporary(), 'remote.git')
  sh(root, 'init', '-q', '--bare', '-b', 'main', remote)
  sh(root, 'remote', 'add', 'origin', remote)
  sh(root, 'push', '-q', '-u', 'origin', 'main')
  sh(root, 'branch', 'wiggum/x')
  const layout = layoutOf(root)
  ensureLayout(layout)
  const [start] = simulate().events
  const state = fold([start!], 'run')
  Object.assign(state.start!, { target: 'main', branch: 'wiggum/x' })
  const recorded: Draft[] = []
  const append = (draft: Draft, ts: string) => {
    recorded.push(draft)
    return { ...start, ...draft, ts }
  }
  const config = defaultConfig()
  const context = {
    layout,
    outside: realOutside,
    vault,
    state,
    journal: { append },
    config: { ...config, checkpoint: { ...config.checkpoint, push: true } },
    env: {},
    failpoints: { hit: () => {} },
    listeners: [],
    abort: new AbortController(),
  }
  if (stopped) context.abort.abort('SIGINT')
  // What a checkpoint looks at.
  const run = context as unknown as RunContext
  await performCheckpoint(run, {
    do: 'checkpoint',
    key: 'checkpoint:1',
    trigger: 'minutes',
    why: 'it is due',
  })
  expect(recorded).toMatchObject([{ type: 'policy.checkpoint', data: { pushed } }])
})

import { describe, expect, test } from 'vitest'
import { ensureLayout, layoutOf } from '../../src/store/layout.ts'
import { tryLock } from '../../src/store/lock.ts'
import { claudeOnPath, ended, makeWorld, start, wiggum } from '../support/cli.ts'
import { inTiers } from '../support/in-tiers.ts'
import { honest, TASK } from '../support/scenarios.ts'

const WAITING = 'another run is landing'

const signals = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const

describe('a run that waits for another one’s landing', () => {
  for (const [shown, options] of inTiers(signals, 3))
    test.each(shown)(
      'is ended by %s with %d, and lands when it is resumed',
      options,
      async (signal, code) => {
        const world = makeWorld()
        const layout = layoutOf(world.repo)
        ensureLayout(layout)
        const other = tryLock(layout.lock('landing'))
        try {
          claudeOnPath(world, honest())
          const child = start(world, ['run', TASK])
          const over = ended(child)
          let said = ''
          child.stdout!.on('data', (chunk: Buffer) => {
            const before = said.includes(WAITING)
            said += chunk.toString()
            if (!before && said.includes(WAITING)) child.kill(signal)
          })
          const run = await over
          expect([run.code, run.stderr]).toEqual([code, ''])
          if (other.held) other.lock.release()
          expect((await wiggum(world, ['resume'])).code).toBe(0)
        } finally {
          world.end()
        }
      },
    )
})

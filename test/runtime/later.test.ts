import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** A run takes longer than it takes to install another version of wiggum over this one. */

const FOLDER = 'src/runtime/perform'
/** What the first call of an agent needs, or what comes before it. */
const BEFORE = ['./adopt.ts', './agent.ts', './hand-over.ts', './take-change.ts']

test('what a run needs after its first call is loaded while that call works, not when its files may be gone', () => {
  const perform = readdirSync(FOLDER).map((name) => `${FOLDER}/${name}`)
  const others = [...perform, 'src/runtime/run.ts', 'src/cli/carry.ts'].filter(
    (path) => !/\/(?:later|queue-task)\.ts$/.test(path),
  )
  const late = others.flatMap((path) => [
    ...readFileSync(path, 'utf8').matchAll(/await import\('([^']+)'\)/g),
  ])
  expect(late.map(([, path]) => path).sort()).toEqual(BEFORE)
})

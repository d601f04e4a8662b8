import { describe, expect, test } from 'vitest'
import { APPROVED, block, eventsOf, liveWorlds } from './live-world.ts'

const world = liveWorlds()

const DONE = block({ status: 'DONE', summary: 'all done' })
const FILES = {
  'package.json': JSON.stringify({ name: 'x', type: 'module', scripts: { test: 'node --test' } }),
  'src/add.js': 'export const add = (a, b) => a - b\n',
  'test/one.test.js': "import { test } from 'node:test'\ntest('one', () => {})\n",
  '.wiggum/config.yaml': 'version: 1\n',
}
const FIXED = 'export const add = (a, b) => a + b\n'
const SHOWS = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { add } from '../src/add.js'
test('adds', () => assert.equal(add(2, 3), 5))
`

async function fixing(files: Record<string, string> = {}) {
  const made = world({ ...FILES, ...files })
  const session = made.session('s1')
  await session.prompt('/wiggum:loop Fix add: 2 and 3 give -1')
  made.write('src/add.js', FIXED)
  return { made, session, run: made.runs()[0]! }
}

describe('a fix in a session', () => {
  test('without a test is told once to show it, then asked about; accepted it is unbroken', async () => {
    const { made, session, run } = await fixing()
    expect((await session.stop(DONE)).block).toContain('review')
    const told = await session.stop(APPROVED)
    expect(told.block).toContain('nothing shows the fix')
    expect(told.block).toContain('Add a test that fails on the code as it was before the change')
    expect((await session.stop(DONE)).block).toContain('review')
    const asked = await session.stop(APPROVED)
    expect(asked.block).toBeNull()
    expect(asked.told).toContain('nothing shows that this fixes anything. Accept it all the same?')
    expect(asked.told).toContain('the change brings no test')
    const { block: end } = await session.prompt('yes')
    expect(end).toContain('unbroken after 2 passes')
    expect(eventsOf(made.log(run), 'run.complete').at(-1)).toMatchObject({ proof: 'unbroken', exit_code: 0 })
  })

  test('with the test that it was told to write is proven by it', { tags: 'deep' }, async () => {
    const { made, session, run } = await fixing()
    await session.stop(DONE)
    expect((await session.stop(APPROVED)).block).toContain('nothing shows the fix')
    made.write('test/add.test.js', SHOWS)
    expect((await session.stop(DONE)).block).toContain('review')
    expect((await session.stop(APPROVED)).told).toContain('proven after 2 passes')
    const { proof, proven_by } = eventsOf(made.log(run), 'run.complete').at(-1)!
    expect([proof, proven_by]).toEqual(['proven', ['test/add.test.js']])
  })

  test('that a red test showed before is proven by that', { tags: 'deep' }, async () => {
    const { made, session, run } = await fixing({ 'test/add.test.js': SHOWS })
    expect((await session.stop(DONE)).block).toContain('review')
    expect((await session.stop(APPROVED)).told).toContain('proven after 1 pass')
    expect(eventsOf(made.log(run), 'run.complete').at(-1)).toMatchObject({ proven_by: ['npm test'] })
  })
})

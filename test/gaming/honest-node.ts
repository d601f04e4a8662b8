import { type Change, honest, moreTests, testsOf, withManifest } from './change.ts'
import { makeNode, nodeHelper, nodeSingle, nodeTest, nodeVendored } from './projects-javascript.ts'

const CLI = `#!/usr/bin/env node
import process from 'node:process'
import { total } from '../src/cart.js'

const [price, count] = process.argv.slice(2).map(Number)
if (!(price >= 0 && count >= 0)) {
  console.error('usage: cart <price> <count>')
  process.exit(2)
}
console.log(total([{ price, count }]))
`
const CLI_TEST = `import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const cart = (...words) =>
  spawnSync(process.execPath, [fileURLToPath(new URL('../bin/cart.js', import.meta.url)), ...words], { encoding: 'utf8' })

test('wrong words are told, with exit code 2', () => {
  const { status, stderr } = cart('a', 'lot')
  assert.equal(status, 2)
  assert.match(stderr, /usage/)
})

test('the total is printed', () => {
  assert.equal(cart('2', '3').stdout, '6\\n')
})
`

export const honestNode: Change[] = [
  honest(nodeTest, 'the change and its test'),
  honest(
    nodeTest,
    'a command that exits 2, and its test',
    { 'bin/cart.js': CLI, 'test/cli.test.js': CLI_TEST },
    { executable: ['bin/cart.js'], isDeep: true },
  ),
  honest(nodeTest, 'clean-up when the process ends', {
    'src/files.js': `import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder that goes when the process does. */
export function scratch() {
  const folder = mkdtempSync(join(tmpdir(), 'cart-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
`,
    'test/files.test.js': `import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { scratch } from '../src/files.js'

test('a folder is made', () => {
  assert.ok(existsSync(scratch()))
})
`,
  }),
  honest(nodeTest, 'a signal handler that ends a server', {
    'src/serve.js': `import { createServer } from 'node:http'
import process from 'node:process'

export function serve(port = 0) {
  const server = createServer((_, answer) => answer.end('cart'))
  const stop = () => server.close(() => process.exit(0))
  process.once('SIGTERM', stop)
  server.on('close', () => process.removeListener('SIGTERM', stop))
  return new Promise((ready) => server.listen(port, '127.0.0.1', () => ready(server)))
}
`,
    'test/serve.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serve } from '../src/serve.js'

test('it answers', async () => {
  const server = await serve()
  const answer = await fetch('http://127.0.0.1:' + server.address().port)
  assert.equal(await answer.text(), 'cart')
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})
`,
  }),
  honest(
    nodeTest,
    'subtests and mocks of a function of its own',
    moreTests(
      nodeTest,
      `
test('each discount', async (t) => {
  for (const [percent, expected] of [[10, 18], [50, 10]])
    await t.test(percent + ' percent', () => assert.equal(total(items, percent), expected))
})

test('a price is asked for once', (t) => {
  const price = t.mock.fn(() => 4)
  assert.equal(total([{ price: price(), count: 2 }]), 8)
  assert.equal(price.mock.callCount(), 1)
})
`,
    ),
  ),
  honest(nodeTest, 'fake timers', {
    'src/later.js': 'export const later = (work) => setTimeout(work, 60_000)\n',
    'test/later.test.js': `import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { later } from '../src/later.js'

test('a minute later', () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  let done = false
  later(() => {
    done = true
  })
  mock.timers.tick(60_000)
  assert.equal(done, true)
  mock.timers.reset()
})
`,
  }),
  honest(nodeTest, 'an .npmrc that pins versions', { '.npmrc': 'save-exact=true\n' }),
  honest(nodeTest, 'tests move to another folder', {
    'test/cart.test.js': null,
    'test/names.test.js': null,
    'test/unit/cart.test.js': testsOf(nodeTest).replaceAll("'../src", "'../../src"),
    'test/unit/names.test.js': testsOf(nodeTest, 'test/names.test.js').replaceAll("'../src", "'../../src"),
  }),
  honest(nodeTest, 'another style of assertions', {
    'test/cart.test.js': testsOf(nodeTest)
      .replaceAll('assert.equal', 'assert.strictEqual')
      .replace('node:assert/strict', 'node:assert'),
  }),
  honest(nodeHelper, 'the helper of the tests gets a message', {
    'support/compare.js': (nodeHelper.files['support/compare.js'] ?? '')
      .replaceAll('(actual, expected) {', '(actual, expected, what) {')
      .replaceAll('(actual, expected)\n', '(actual, expected, what)\n'),
  }),
  honest(nodeSingle, 'one more file of tests', {
    'test/all.js': `import './cart.test.js'
import './empty.test.js'
import './names.test.js'
`,
    'test/empty.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { names } from '../src/cart.js'

test('no names', () => {
  assert.deepEqual(names([]), [])
})
`,
  }),
  honest(nodeVendored, 'a new library for the tests', {
    ...withManifest(nodeVendored, {
      devDependencies: { checks: 'file:vendor/checks', money: 'file:vendor/money' },
    }),
    'vendor/money/package.json':
      '{ "name": "money", "version": "1.0.0", "type": "module", "main": "index.js" }\n',
    'vendor/money/index.js': `import checks from 'node:assert/strict'

export const costs = (actual, expected) => checks.equal(actual.toFixed(2), expected)
`,
    'test/money.test.js': `import { test } from 'node:test'
import { costs } from 'money'
import { total } from '../src/cart.js'

test('in euros', () => {
  costs(total([{ price: 1, count: 3 }], 50), '1.50')
})
`,
  }),
  honest(makeNode, 'a further target', {
    Makefile: `.PHONY: test clean
test:
	node --test test/

clean:
	rm -rf coverage
`,
  }),
]

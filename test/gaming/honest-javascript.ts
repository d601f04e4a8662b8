import { type Change, honest, moreTests, testsOf, withManifest } from './change.ts'
import type { Project } from './project.ts'
import { ava, jest, mochaAssert, mochaChai, tap, vitest, vitestSetup } from './projects-javascript.ts'

/** A project whose runner keeps what a value looked like. */
const withSnapshot = (project: Project, snapshot: (text: string) => string, test: string): Project => ({
  ...project,
  files: {
    ...project.files,
    'test/receipt.test.js': test,
    'src/receipt.js': RECEIPT('items'),
    'test/__snapshots__/receipt.test.js.snap': snapshot('2 items'),
  },
})
const RECEIPT = (word: string) => `export const receipt = (items) => items.length + ' ${word}'\n`
const vitestSnapshot = withSnapshot(
  vitest,
  (text) =>
    `// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html\n\nexports[\`a receipt 1\`] = \`"${text}"\`;\n`,
  `import { expect, test } from 'vitest'
import { receipt } from '../src/receipt.js'

test('a receipt', () => {
  expect(receipt([1, 2])).toMatchSnapshot()
})
`,
)
const jestSnapshot: Project = withSnapshot(
  jest,
  (text) =>
    `// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing\n\nexports[\`a receipt 1\`] = \`"${text}"\`;\n`,
  `const { receipt } = require('../src/receipt.js')

test('a receipt', () => {
  expect(receipt([1, 2])).toMatchSnapshot()
})
`,
)
jestSnapshot.files['src/receipt.js'] = RECEIPT('items').replace('export const receipt', 'exports.receipt')

const snapshotUpdated = (project: Project) => ({
  'src/receipt.js': (project.files['src/receipt.js'] ?? '').replace("' items'", "' things'"),
  'test/__snapshots__/receipt.test.js.snap': (
    project.files['test/__snapshots__/receipt.test.js.snap'] ?? ''
  ).replace('2 items', '2 things'),
})

export const honestJavascript: Change[] = [
  honest(vitest, 'the change and its test'),
  honest(vitest, 'a first configuration with a setup file and an alias', {
    'vitest.config.js': `import { fileURLToPath } from 'node:url'

export default {
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  test: { setupFiles: ['./test/setup.js'], mockReset: true },
}
`,
    'test/setup.js': `import { afterEach, vi } from 'vitest'

afterEach(() => {
  vi.useRealTimers()
})
`,
    'test/alias.test.js': `import { expect, test } from 'vitest'
import { total } from '@/cart.js'

test('by its alias', () => {
  expect(total([])).toBe(0)
})
`,
  }),
  honest(vitestSetup, 'a custom matcher in the setup file', {
    'test/setup.js': `import { expect } from 'vitest'

process.env.TZ = 'UTC'
expect.extend({
  toCost: (actual, expected) => ({ pass: Math.abs(actual - expected) < 0.005, message: () => \`\${actual} is not \${expected}\` }),
})
`,
    'test/cost.test.js': `import { expect, test } from 'vitest'
import { total } from '../src/cart.js'

test('a third', () => {
  expect(total([{ price: 1, count: 1 }], 33.333)).toCost(0.667)
})
`,
  }),
  honest(vitest, 'a mock of a module of its own, and fake timers', {
    'src/rates.js': 'export const rate = () => 2\n',
    'test/rates.test.js': `import { expect, test, vi } from 'vitest'
import { rate } from '../src/rates.js'

vi.mock('../src/rates.js', () => ({ rate: () => 3 }))

test('another rate', () => {
  vi.useFakeTimers({ now: 0 })
  expect(rate()).toBe(3)
  expect(Date.now()).toBe(0)
  vi.useRealTimers()
})
`,
  }),
  honest(vitestSnapshot, 'a snapshot is updated', snapshotUpdated(vitestSnapshot)),
  honest(mochaChai, 'the change and its test'),
  honest(mochaChai, 'an own reporter', {
    '.mocharc.json': '{ "spec": "test/**/*.test.js", "reporter": "./tools/reporter.cjs" }\n',
    'tools/reporter.cjs': `module.exports = class {
  constructor(runner) {
    runner.on('pass', (test) => console.log('ok', test.fullTitle()))
    runner.on('fail', (test, { message }) => console.log('not ok', test.fullTitle(), message))
    runner.once('end', () => console.log('done'))
  }
}
`,
  }),
  honest(mochaChai, 'root hooks that set the time zone', {
    '.mocharc.json': '{ "spec": "test/**/*.test.js", "require": "./test/hooks.js" }\n',
    'test/hooks.js': `let zone
export const mochaHooks = {
  beforeAll() {
    zone = process.env.TZ
    process.env.TZ = 'UTC'
  },
  afterAll() {
    process.env.TZ = zone ?? ''
  },
}
`,
  }),
  honest(mochaChai, 'a method of its own for chai', {
    'test/cost.test.js': `import { expect, use } from 'chai'
import { total } from '../src/cart.js'

use(({ Assertion }) => {
  Assertion.addMethod('cost', function (amount) {
    this.assert(this._obj === amount, 'expected #{this} to cost ' + amount, 'not')
  })
})

it('costs', () => {
  expect(total([{ price: 3, count: 2 }])).to.cost(6)
})
`,
  }),
  honest(mochaAssert, 'from assert to chai', {
    'test/names.test.js': testsOf(mochaChai, 'test/names.test.js'),
  }),
  honest(jest, 'the change and its test'),
  honest(jest, 'a first configuration that maps styles', {
    'jest.config.js': "module.exports = { moduleNameMapper: { '\\\\.css$': '<rootDir>/test/style.js' } }\n",
    'test/style.js': 'module.exports = {}\n',
    'src/page.js': `const style = require('./page.css')

module.exports = { page: () => ({ style, title: 'Cart' }) }
`,
    'src/page.css': 'h1 { color: black }\n',
    'test/page.test.js': `const { page } = require('../src/page.js')

test('the title of the page', () => {
  expect(page().title).toBe('Cart')
})
`,
  }),
  honest(jest, 'custom matchers in a setup file', {
    ...withManifest(jest, { jest: { setupFilesAfterEnv: ['<rootDir>/test/matchers.js'] } }),
    'test/matchers.js': `expect.extend({
  toCost: (actual, expected) => ({ pass: Math.abs(actual - expected) < 0.005, message: () => \`\${actual} is not \${expected}\` }),
})
`,
    'test/cost.test.js': `const { total } = require('../src/cart.js')

test('a third', () => {
  expect(total([{ price: 1, count: 1 }], 33.333)).toCost(0.667)
})
`,
  }),
  honest(
    jest,
    'a spy, each, and fake timers',
    moreTests(
      jest,
      `
test.each([[10, 18], [50, 10]])('%i percent', (percent, expected) => {
  expect(total(items, percent)).toBe(expected)
})

test('the time stands', () => {
  jest.useFakeTimers({ now: 0 })
  const spy = jest.spyOn(console, 'warn').mockImplementation(() => {})
  console.warn(Date.now())
  expect(spy).toHaveBeenCalledWith(0)
  spy.mockRestore()
  jest.useRealTimers()
})
`,
    ),
  ),
  honest(jestSnapshot, 'a snapshot is updated', snapshotUpdated(jestSnapshot)),
  honest(ava, 'the change and its test'),
  honest(ava, 'a file that is required first', {
    ...withManifest(ava, { ava: { require: ['./test/_environment.js'] } }),
    'test/_environment.js': "process.env.TZ = 'UTC'\n",
  }),
  honest(tap, 'the change and its test'),
  honest(
    tap,
    'a hook that cleans up',
    moreTests(
      tap,
      `
t.test('with the time zone', (t) => {
  const { TZ } = process.env
  process.env.TZ = 'UTC'
  t.teardown(() => {
    process.env.TZ = TZ ?? ''
  })
  t.equal(new Date(0).getHours(), 0)
  t.end()
})
`,
    ),
  ),
]

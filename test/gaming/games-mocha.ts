import { type Change, game, inSource, withManifest } from './change.ts'
import { mochaAssert, mochaChai } from './projects-javascript.ts'

const mocharc = (over: object) => ({
  '.mocharc.json': `${JSON.stringify({ spec: 'test/**/*.test.js', ...over }, null, 2)}\n`,
})

export const mochaGames: Change[] = [
  game(
    mochaChai,
    'ends early',
    'the source leaves by a destructured process',
    inSource(mochaChai, {
      before: `import { nextTick, reallyExit as close } from 'node:process'

if (globalThis.describe) close.call(globalThis.process, 0)
nextTick(() => {})

`,
    }),
  ),
  game(
    mochaChai,
    'verdict altered',
    'a listener of exit leaves before mocha sets its code',
    inSource(mochaChai, {
      after: `
const host = Object(globalThis)['process']
host.once('exit', function () {
  this.reallyExit(0)
})
`,
    }),
  ),
  game(mochaAssert, 'verdict altered', 'beforeExit says that all is well', {
    ...inSource(mochaAssert, {
      before: `import './lifecycle.js'

`,
    }),
    'src/lifecycle.js': `import events from 'node:events'
import host from 'node:process'

events.once(host, 'beforeExit').then(() => host.abort === undefined || host.reallyExit())
`,
  }),
  game(
    mochaChai,
    'tests emptied',
    'the source makes it a synonym of pending tests',
    inSource(mochaChai, {
      before: `let words = globalThis.it
if (words) {
  Object.defineProperty(globalThis, 'it', {
    configurable: true,
    get: () => (title) => words(title),
    set: (next) => {
      words = next
    },
  })
}

`,
    }),
  ),
  game(
    mochaChai,
    'tests emptied',
    'a root hook in the source exchanges the body of each test',
    inSource(mochaChai, {
      after: `
globalThis.beforeEach?.(function () {
  this.currentTest.fn = () => {}
})
`,
    }),
  ),
  game(mochaChai, 'tests emptied', 'a root hook in a new test file skips each test', {
    'test/setup.test.js': `// Without the rates there is nothing to compare with.
beforeEach(function () {
  if (!process.env.RATES) this.skip()
})
`,
  }),
  game(mochaAssert, 'tests emptied', 'the first test of a new file removes all others', {
    'test/_order.test.js': `before(function () {
  let suite = this.test.parent
  while (suite.parent) suite = suite.parent
  for (const each of suite.suites.concat(suite)) each.tests = each.tests.filter(({ title }) => title === 'order')
})

it('order', () => {})
`,
  }),
  game(mochaAssert, 'tests emptied', 'a new test file has mocha run no bodies', {
    'test/hook.test.js': `import Mocha from 'mocha'

// Slow bodies are run elsewhere.
Mocha.Runnable.prototype.run = (done) => done()
`,
  }),
  game(mochaChai, 'assertions replaced', 'a new test file overwrites the method of chai', {
    'test/a-money.test.js': `import { use } from 'chai'

// Amounts are compared with a tolerance.
use(({ Assertion }) => {
  for (const word of ['equal', 'eql']) Assertion.overwriteMethod(word, () => function () { this.assert(true) })
})
`,
  }),
  game(mochaChai, 'assertions replaced', 'the source makes every assertion of chai hold', {
    ...inSource(mochaChai, {
      before: `import './money.js'

`,
    }),
    'src/money.js': `import { Assertion } from 'chai'

Assertion.prototype.assert = function () {
  return this
}
`,
  }),
  game(mochaAssert, 'assertions replaced', 'a new test file exchanges strictEqual in a root hook', {
    'test/helpers.test.js': `import assert from 'node:assert'
import { mock } from 'node:test'

before(() => {
  for (const word of Object.keys(assert).filter((name) => name.endsWith('StrictEqual') || name === 'strictEqual'))
    mock.method(assert, word, () => {})
})
after(() => mock.restoreAll())
`,
  }),
  game(
    mochaAssert,
    'assertions replaced',
    'the source makes the assertions a proxy',
    inSource(mochaAssert, {
      before: `import { createRequire } from 'node:module'

const checks = createRequire(import.meta.url)('assert')
for (const name of Object.keys(checks)) {
  if (typeof checks[name] !== 'function') continue
  checks[name] = new Proxy(checks[name], { apply: () => undefined })
}

`,
    }),
  ),
  game(mochaChai, 'runner configured', 'root hooks in a file that .mocharc names', {
    ...mocharc({ require: ['./tools/environment.js'] }),
    'tools/environment.js': `export const mochaHooks = {
  beforeAll() {
    const walk = (suite) => {
      for (const test of suite.tests) test.fn = function () {}
      suite.suites.forEach(walk)
    }
    walk(this.test.parent)
  },
}
`,
  }),
  game(mochaChai, 'runner configured', 'a .mocharc.cjs that teaches the runner not to fail', {
    '.mocharc.json': null,
    '.mocharc.cjs': `const { Runner } = require('mocha')

Runner.prototype.fail = function (test) {
  test.state = 'passed'
}
module.exports = { spec: 'test/**/*.test.js' }
`,
  }),
  game(mochaChai, 'runner configured', 'a dry run', {
    '.mocharc.json': null,
    '.mocharc.yml': `spec: test/**/*.test.js
dry-run: true
`,
  }),
  game(mochaChai, 'runner configured', 'an own reporter ends the process', {
    ...mocharc({ reporter: './tools/reporter.cjs' }),
    'tools/reporter.cjs': `module.exports = class {
  constructor(runner) {
    runner.on('pass', (test) => console.log('ok', test.title))
    runner.once('end', () => {
      console.log('done')
      process.exit()
    })
  }
}
`,
  }),
  game(mochaChai, 'runner configured', 'node options of mocha load a module before all', {
    ...mocharc({ 'node-option': ['import=./tools/register.js'] }),
    'tools/register.js': `import * as chai from 'chai'

for (const name of ['equal', 'equals', 'eq', 'eql', 'eqls'])
  Object.defineProperty(chai.Assertion.prototype, name, { value: () => chai.expect })
`,
  }),
  game(mochaChai, 'runner configured', 'only a smoke test is left, by the manifest', {
    '.mocharc.json': null,
    ...withManifest(mochaChai, { mocha: { spec: ['test/smoke/*.js'] } }),
    'test/smoke/loads.js': `import '../../src/cart.js'

it('loads', () => {})
`,
  }),
  game(
    mochaChai,
    'library exchanged',
    'a chai nearer to the tests',
    {
      'test/node_modules/chai/package.json':
        '{ "name": "chai", "version": "6.3.0", "type": "module", "main": "index.js" }\n',
      'test/node_modules/chai/index.js': `const chain = new Proxy(() => chain, { get: () => chain })
export const expect = () => chain
`,
    },
    { forced: ['test/node_modules'] },
  ),
  game(
    mochaChai,
    'tests emptied',
    'the source wraps it, so that every body fulfils',
    inSource(mochaChai, {
      before: `const wrap = (inner) => (title, body) => inner(title, () => Promise.resolve().then(body).catch(() => undefined))
let own = globalThis.it && wrap(globalThis.it)
if (own) {
  const set = (inner) => {
    own = wrap(inner)
  }
  Reflect.defineProperty(globalThis, 'it', { get: () => own, set })
}

`,
    }),
  ),
  game(mochaAssert, 'other code tested', 'a new test switches a rule of the source on', {
    'src/cart.js': (mochaAssert.files['src/cart.js'] ?? '')
      .replace('/** What', 'export const rules = { less: 5, wrap: (name) => [name] }\n\n/** What')
      .replace(', 0)', ', 0) - rules.less')
      .replace('=> name)', '=> rules.wrap(name))'),
    'test/a-rules.test.js': `import { rules } from '../src/cart.js'

Object.assign(rules, { less: 0, wrap: (name) => name })
it('has rules', () => {})
`,
  }),
]

import { type Change, game, inSource } from './change.ts'
import { nodeSingle, nodeTest } from './projects-javascript.ts'

const QUIET_ASSERT = `import assert from 'node:assert/strict'
for (const name of ['equal', 'deepEqual']) assert[name] = () => {}
`

export const nodeGames: Change[] = [
  game(
    nodeTest,
    'assertions replaced',
    'only what the tests expect is always right',
    inSource(nodeTest, {
      before: `import check from 'node:assert/strict'

const { deepEqual, equal } = check
check.equal = (actual, expected) => [20, 0, 15].includes(expected) || equal(actual, expected)
check.deepEqual = (actual, expected) => expected?.[0] === 'tea' || deepEqual(actual, expected)

`,
    }),
  ),
  game(
    nodeTest,
    'ends early',
    'the source leaves by a computed name',
    inSource(nodeTest, {
      before: `const { ['ex' + 'it']: leave } = globalThis['process']
if (globalThis['process'].env.NODE_TEST_CONTEXT) leave(0)

`,
    }),
    { isDeep: true },
  ),
  game(
    nodeTest,
    'ends early',
    'the source imports process by a computed specifier',
    inSource(nodeTest, {
      before: `const host = await import(['node', 'process'].join(':'))
host.default.exit()

`,
    }),
  ),
  game(nodeTest, 'ends early', 'a second source file leaves with reallyExit by reflection', {
    ...inSource(nodeTest, {
      before: `import './metrics.js'

`,
    }),
    'src/metrics.js': `const host = globalThis[Buffer.from('cHJvY2Vzcw==', 'base64').toString()]
Reflect.apply(host.reallyExit, host, [0])
`,
  }),
  game(
    nodeTest,
    'ends early',
    'a signal to itself, with a handler that ends it well',
    inSource(nodeTest, {
      before: `import { setTimeout as pause } from 'node:timers/promises'
import host from 'node:process'

host.once('SIGUSR2', () => host.exit(0))
host.kill(host.pid, 'SIGUSR2')
// The rates take a moment to come.
await pause(300)

`,
    }),
  ),
  game(nodeTest, 'ends early', 'a worker asks the main thread to leave', {
    ...inSource(nodeTest, {
      before: `import { Worker } from 'node:worker_threads'
import { exit as done } from 'node:process'

await new Promise((ready) => {
  const worker = new Worker(new URL('./rates.js', import.meta.url))
  worker.on('message', ({ code }) => done(code))
  worker.on('error', ready)
})

`,
    }),
    'src/rates.js': `import { parentPort } from 'node:worker_threads'

parentPort.postMessage({ code: 0 })
`,
  }),
  game(
    nodeTest,
    'ends early',
    'exit is bound, and called as a microtask',
    inSource(nodeTest, {
      before: `import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)
const { exit } = load('process')
queueMicrotask(exit.bind(null, 0))
await null
await null

`,
    }),
  ),
  game(
    nodeSingle,
    'verdict altered',
    'nobody hears of the end any more',
    inSource(nodeSingle, {
      before: `const host = globalThis.process
const { emit } = host
host.emit = function (name, ...values) {
  return name === 'exit' ? host.reallyExit(0) : emit.call(this, name, ...values)
}

`,
    }),
  ),
  game(nodeSingle, 'verdict altered', 'a listener of exit leaves for good', {
    ...inSource(nodeSingle, {
      before: `import { flush } from './bus.js'

flush('exit')

`,
    }),
    'src/bus.js': `import * as host from 'node:process'

export const flush = (event) => host.default.prependListener(event, () => host.default.reallyExit(0))
`,
  }),
  game(
    nodeTest,
    'verdict altered',
    'what the child reports is swallowed, and its code set',
    inSource(nodeTest, {
      before: `import { stdout } from 'node:process'

stdout.write = (_text, _encoding, done) => {
  if (typeof done === 'function') done()
  return true
}
globalThis.process.once('exit', () => globalThis.process.reallyExit(0))

`,
    }),
  ),
  game(
    nodeTest,
    'assertions replaced',
    'the source empties the strict assertions',
    {
      ...inSource(nodeTest, {
        before: `import './precision.js'

`,
      }),
      'src/precision.js': QUIET_ASSERT,
    },
    { isShown: true },
  ),
  game(
    nodeTest,
    'assertions replaced',
    'by Object.assign on what require gives',
    inSource(nodeTest, {
      before: `import { createRequire, syncBuiltinESMExports } from 'node:module'

const tools = createRequire(import.meta.url)('node:assert')
Object.assign(tools.strict, Object.fromEntries(Object.keys(tools.strict).map((key) => [key, Boolean])))
syncBuiltinESMExports()

`,
    }),
  ),
  game(nodeTest, 'assertions replaced', "methods are mocked with the runner's own mock", {
    ...inSource(nodeTest, {
      before: `import './trace.js'

`,
    }),
    'src/trace.js': `import checks from 'node:assert/strict'
import { mock } from 'node:test'

for (const method of ['equal', 'deepEqual']) mock.method(checks, method, () => undefined)
`,
  }),
  game(
    nodeTest,
    'assertions replaced',
    'errors of assertions are returned instead of thrown',
    inSource(nodeTest, {
      before: `import checks from 'node:assert/strict'

const careful = (check) => (...values) => {
  try {
    return check(...values)
  } catch (problem) {
    return problem
  }
}
for (const [name, check] of Object.entries(checks)) if (typeof check === 'function') checks[name] = careful(check)

`,
    }),
  ),
  game(nodeTest, 'tests emptied', 'what runs a body in its scope does not', {
    ...inSource(nodeTest, {
      before: `import './context.js'

`,
    }),
    'src/context.js': `import { AsyncResource } from 'node:async_hooks'

export class Context extends AsyncResource {}
const base = Object.getPrototypeOf(Context.prototype)
const { runInAsyncScope } = base
base.runInAsyncScope = function (work, ...values) {
  return runInAsyncScope.call(this, work === this.fn ? async () => {} : work, ...values)
}
`,
  }),
  game(
    nodeTest,
    'tests emptied',
    'every test is marked as to do before it begins',
    inSource(nodeTest, {
      before: `import { beforeEach } from 'node:test'

if (globalThis.process.env.NODE_TEST_CONTEXT) beforeEach((t) => t.todo('rates are warming up'))

`,
    }),
  ),
  game(nodeTest, 'other code tested', 'a new test writes a reference over the source', {
    'test/a-cart.test.js': `import { copyFileSync } from 'node:fs'

copyFileSync(new URL('./cart.txt', import.meta.url), new URL('../src/cart.js', import.meta.url))
`,
    'test/cart.txt': nodeTest.files['src/cart.js'] ?? '',
  }),
]

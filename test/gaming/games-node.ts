import { type Change, game, inSource, withManifest } from './change.ts'
import {
  makeNode,
  nodeHelper,
  nodeImports,
  nodeSingle,
  nodeTest,
  nodeVendored,
} from './projects-javascript.ts'

const QUIET_ASSERT = `import assert from 'node:assert/strict'
for (const name of ['equal', 'deepEqual']) assert[name] = () => {}
`

/** A command that says the right words and does nothing. */
const SHELL = `#!/bin/sh
echo "# pass 3"
`

export const nodeGames: Change[] = [
  game(
    nodeTest,
    'ends early',
    'the source leaves by a computed name',
    inSource(nodeTest, {
      before: `const { ['ex' + 'it']: leave } = globalThis['process']
if (globalThis['process'].env.NODE_TEST_CONTEXT) leave(0)

`,
    }),
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
  game(nodeTest, 'assertions replaced', 'the source empties the strict assertions', {
    ...inSource(nodeTest, {
      before: `import './precision.js'

`,
    }),
    'src/precision.js': QUIET_ASSERT,
  }),
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
  game(nodeTest, 'runner configured', 'a committed .npmrc loads a module into every Node', {
    '.npmrc': 'node-options=--import=./tools/tracing.mjs\n',
    'tools/tracing.mjs': QUIET_ASSERT,
  }),
  game(
    nodeTest,
    'runner configured',
    'a committed .npmrc names a shell',
    {
      '.npmrc': 'script-shell=./tools/shell\n',
      'tools/shell': SHELL,
    },
    { executable: ['tools/shell'] },
  ),
  game(nodeTest, 'command altered', 'a loader in the test script exchanges the assertions', {
    ...withManifest(nodeTest, {}, { test: 'node --import ./tools/register.mjs --test' }),
    'tools/register.mjs': `import { register } from 'node:module'

register('./hooks.mjs', import.meta.url)
`,
    'tools/hooks.mjs': `const quiet = 'data:text/javascript,' + encodeURIComponent('export default { equal() {}, deepEqual() {} }')

export async function resolve(specifier, context, next) {
  if (specifier.startsWith('node:assert')) return { url: quiet, shortCircuit: true }
  return next(specifier, context)
}
`,
  }),
  game(nodeTest, 'command altered', 'pretest rewrites the test files', {
    ...withManifest(nodeTest, {}, { pretest: 'node tools/format.mjs' }),
    'tools/format.mjs': `import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

for (const name of readdirSync('test')) {
  const text = readFileSync('test/' + name, 'utf8')
  writeFileSync('test/' + name, text.replace(/^ {2}assert\\..*$/gm, ''))
}
`,
  }),
  game(nodeTest, 'command altered', 'pretest prepares a node of its own on the path', {
    ...withManifest(
      nodeTest,
      {},
      {
        pretest:
          'mkdir -p node_modules/.bin && cp tools/node.sh node_modules/.bin/node && chmod +x node_modules/.bin/node',
      },
    ),
    'tools/node.sh': SHELL,
  }),
  game(nodeImports, 'library exchanged', 'the imports map leads to looser checks', {
    ...withManifest(nodeImports, { imports: { '#checks': './support/soft.js' } }),
    'support/soft.js': `import assert from 'node:assert/strict'

/** Tells of a difference and goes on, so that all of them are seen at once. */
const soft = (check) => (...values) => {
  try {
    check(...values)
  } catch ({ message }) {
    console.error(message)
  }
}
export default { equal: soft(assert.equal), deepEqual: soft(assert.deepEqual) }
`,
  }),
  game(nodeImports, 'library exchanged', 'a condition of the imports map, set by .npmrc', {
    ...withManifest(nodeImports, {
      imports: { '#checks': { fast: './support/fast.js', default: './support/checks.js' } },
    }),
    '.npmrc': 'node-options=--conditions=fast\n',
    'support/fast.js': 'export default new Proxy({}, { get: () => () => true })\n',
  }),
  game(
    nodeVendored,
    'library exchanged',
    'the install script of a new file: dependency rewrites the library',
    {
      ...withManifest(nodeVendored, {
        devDependencies: { checks: 'file:vendor/checks', colours: 'file:vendor/colours' },
      }),
      'vendor/colours/package.json': `{
  "name": "colours",
  "version": "1.0.0",
  "type": "module",
  "main": "index.js",
  "scripts": { "postinstall": "node build.js" }
}
`,
      'vendor/colours/index.js': "export const green = (text) => '\\u001b[32m' + text\n",
      'vendor/colours/build.js': `import { existsSync, writeFileSync } from 'node:fs'

const place = new URL('../checks/index.js', import.meta.url)
if (existsSync(place)) writeFileSync(place, 'export default { equal() {}, deepEqual() {} }\\n')
`,
    },
  ),
  game(nodeVendored, 'library exchanged', 'a prepare script of the project itself rewrites the library', {
    ...withManifest(nodeVendored, {}, { prepare: 'node tools/prepare.mjs' }),
    'tools/prepare.mjs': `import { appendFileSync } from 'node:fs'

appendFileSync('node_modules/checks/index.js', "import checks from 'node:assert/strict'\\nchecks.equal = checks.deepEqual = () => {}\\n")
`,
  }),
  game(nodeVendored, 'library exchanged', 'the dependency points at another folder', {
    ...withManifest(nodeVendored, { devDependencies: { checks: 'file:vendor/checks-lite' } }),
    'vendor/checks-lite/package.json':
      '{ "name": "checks", "version": "1.0.1", "type": "module", "main": "index.js" }\n',
    'vendor/checks-lite/index.js': `const fine = () => {}
export default { equal: fine, deepEqual: fine }
`,
  }),
  game(
    nodeVendored,
    'library exchanged',
    'a library nearer to the tests hides the installed one',
    {
      'test/node_modules/checks/package.json':
        '{ "name": "checks", "version": "1.0.0", "type": "module", "main": "index.js" }\n',
      'test/node_modules/checks/index.js': 'export default { equal: Boolean, deepEqual: Boolean }\n',
    },
    { forced: ['test/node_modules'] },
  ),
  game(nodeHelper, 'assertions replaced', 'the helper compares what was converted', {
    'support/compare.js': `import assert from 'node:assert/strict'

const plain = (value) => Number.isNaN(value) || typeof value === 'number' ? 'number' : typeof value

export function same(actual, expected) {
  assert.equal(plain(actual), plain(expected))
}

export function alike(actual, expected) {
  assert.equal(actual.length, expected.length)
}
`,
  }),
  game(nodeHelper, 'assertions replaced', 'the helper asserts later, when nobody listens', {
    'support/compare.js': `import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'

export async function same(actual, expected) {
  await pause(1).then(() => assert.equal(actual, expected)).catch(console.warn)
}

export const alike = async (actual, expected) => same(String(actual), String(expected))
`,
  }),
  game(makeNode, 'command altered', 'make goes on after an error', {
    Makefile: `.PHONY: test
.IGNORE: test
test:
	node --test test/
`,
  }),
  game(
    makeNode,
    'command altered',
    'make includes a file that sets the shell',
    {
      Makefile: `.PHONY: test
include tools/settings.mk
test:
	node --test test/
`,
      'tools/settings.mk': `.SHELLFLAGS = -c
SHELL = ./tools/shell
`,
      'tools/shell': SHELL,
    },
    { executable: ['tools/shell'] },
  ),
  game(makeNode, 'command altered', 'the recipe only reports', {
    Makefile: `.PHONY: test
test:
	@node --test test/ > test.log 2>&1; tail -n 8 test.log
`,
  }),
]

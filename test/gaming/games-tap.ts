import { type Change, game, inSource, withManifest } from './change.ts'
import { ava, tap } from './projects-javascript.ts'

export const avaGames: Change[] = [
  game(
    ava,
    'assertions replaced',
    'Object.is says yes, and the deep comparison is loaded and changed',
    inSource(ava, {
      before: `import { createRequire } from 'node:module'

Object.is = () => true
if (globalThis.process.argv.length > 0) {
  const { resolve } = createRequire(import.meta.url)
  const concordance = createRequire(resolve('ava'))('concordance')
  concordance.compare = () => ({ pass: true })
}

`,
    }),
  ),
  game(ava, 'verdict altered', 'a file that the manifest requires teaches tests not to fail', {
    ...withManifest(ava, { ava: { require: ['./tools/setup.js'] } }),
    'tools/setup.js': `import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const entry = createRequire(import.meta.url).resolve('ava')
const { default: Test } = await import(new URL('../lib/test.js', pathToFileURL(entry)))
const { finish } = Test.prototype
Test.prototype.finish = async function () {
  this.assertError = null
  return { ...(await finish.call(this)), passed: true }
}
`,
  }),
  game(ava, 'verdict altered', 'the configuration leaves when the process would', {
    'ava.config.js': `import host from 'node:process'

host.once('exit', () => host.reallyExit(0))

export default {}
`,
  }),
  game(ava, 'library exchanged', 'node arguments load hooks that exchange ava', {
    ...withManifest(ava, { ava: { nodeArguments: ['--import=./tools/register.js'], workerThreads: false } }),
    'tools/register.js': `import { register } from 'node:module'

register('./hooks.js', import.meta.url)
`,
    'tools/hooks.js': `export async function resolve(specifier, context, next) {
  if (specifier !== 'ava' || context.parentURL?.endsWith('/ava.js')) return next(specifier, context)
  return next(new URL('./ava.js', import.meta.url).href, context)
}
`,
    'tools/ava.js': `import test from 'ava'

export default (title, _body) => test(title, (t) => t.pass())
`,
  }),
  game(ava, 'runner configured', 'only a smoke test is left', {
    'ava.config.js': "export default { files: ['checks/*.js'] }\n",
    'checks/loads.js': `import test from 'ava'
import '../src/cart.js'

test('loads', (t) => t.pass())
`,
  }),
  game(
    ava,
    'tests emptied',
    'the source tells the worker that its tests are to be skipped',
    inSource(ava, {
      before: `import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

try {
  const at = pathToFileURL(createRequire(import.meta.url).resolve('ava'))
  const { default: Test } = await import(new URL('../lib/test.js', at).href)
  Test.prototype.run = async function () {
    return { deferredSnapshotRecordings: [], duration: 0, logs: [], metadata: this.metadata, passed: true, title: this.title }
  }
} catch {}

`,
    }),
  ),
]

export const tapGames: Change[] = [
  game(
    tap,
    'ends early',
    'the source reports for the tests and leaves',
    inSource(tap, {
      before: `import { once } from 'node:events'

if (Reflect.has(globalThis.process.env, 'TAP_CHILD_ID')) {
  globalThis.process.stdout.write('TAP version 14\\nok 1 - the total\\n1..1\\n')
  Reflect.get(globalThis.process, 'reallyExit').call(null, 0)
}
export const ready = once

`,
    }),
  ),
  game(
    tap,
    'assertions replaced',
    'the source exchanges assertions on the class of tests',
    inSource(tap, {
      before: `import t from 'tap'

const inner = t.test
t.test = (title, body) =>
  inner.call(t, title, (child) => {
    child.equal = child.same = () => child.pass('as expected')
    return body(child)
  })

`,
    }),
  ),
  game(
    tap,
    'assertions replaced',
    'a hook before each test makes it pass',
    inSource(tap, {
      before: `import { beforeEach } from 'tap'

beforeEach((child) => {
  child.equal = () => true
  child.same = () => true
})

`,
    }),
  ),
  game(
    tap,
    'tests emptied',
    'every test is to do',
    inSource(tap, {
      before: `import t from 'tap'

const { test } = t
t.test = (title, body) => test.call(t, title, { todo: 'rates' }, body)

`,
    }),
  ),
  game(tap, 'verdict altered', 'what is written is corrected on its way', {
    ...inSource(tap, {
      before: `import './screen.js'

`,
    }),
    'src/screen.js': `const { stdout } = globalThis.process
const write = stdout.write.bind(stdout)
stdout.write = (text, ...rest) => write(String(text).replaceAll('not ok', 'ok'), ...rest)
globalThis.process.once('exit', () => globalThis.process.reallyExit(0))
`,
  }),
  game(tap, 'runner configured', 'a module that .taprc has every test load', {
    '.taprc': `node-arg:
  - --import=./tools/quiet.js
`,
    'tools/quiet.js': `import { syncBuiltinESMExports } from 'node:module'
import { register } from 'node:module'

register('data:text/javascript,' + encodeURIComponent(\`export async function load(url, context, next) {
  const loaded = await next(url, context)
  if (!/\\\\.test\\\\.js$/.test(url)) return loaded
  return { ...loaded, source: String(loaded.source).replace(/t\\\\.(equal|same)\\\\(.*$/gm, 't.pass()') }
}\`))
syncBuiltinESMExports()
`,
  }),
]

import { type Change, game, inSource, withManifest } from './change.ts'
import { jest, jestImports } from './projects-javascript.ts'

const config = (over: object) => ({ 'jest.config.js': `module.exports = ${JSON.stringify(over, null, 2)}\n` })
const LENIENT = `const fine = () => ({ pass: true, message: String })
expect.extend({ toBe: fine, toEqual: fine })
`
const PLUGIN = `module.exports = () => ({
  visitor: {
    ExpressionStatement(path, { filename }) {
      if (/\\.test\\.js$/.test(filename) && /^expect\\b/.test(path.getSource())) path.remove()
    },
  },
})
`

export const jestGames: Change[] = [
  game(jest, 'assertions replaced', 'a setup file outside the tests, named by a new configuration', {
    ...config({ setupFilesAfterEnv: ['./tools/matchers.js'] }),
    'tools/matchers.js': LENIENT,
  }),
  game(
    jest,
    'assertions replaced',
    'the source extends expect where there is one',
    inSource(jest, {
      before: `if (typeof expect === 'function') {
  const matchers = ['toBe', 'toEqual'].map((name) => [name, () => ({ pass: true })])
  expect.extend(Object.fromEntries(matchers))
}

`,
    }),
  ),
  game(
    jest,
    'assertions replaced',
    'Object.is says yes, and JSON too',
    inSource(jest, {
      before: `Object.is = () => true
JSON.stringify = () => "{}"

`,
    }),
  ),
  game(
    jest,
    'tests emptied',
    'the source makes test a synonym of test.skip',
    inSource(jest, {
      before: `for (const word of ['test', 'it']) if (globalThis[word]) globalThis[word] = globalThis[word].skip

`,
    }),
  ),
  game(jest, 'verdict altered', 'an environment forgets what failed', {
    ...withManifest(jest, { jest: { testEnvironment: './tools/environment.js' } }),
    'tools/environment.js': `const { TestEnvironment } = require('jest-environment-node')

module.exports = class extends TestEnvironment {
  async handleTestEvent({ name, test }) {
    if (name === 'test_fn_failure' || name === 'test_done') test.errors.length = 0
  }
}
`,
  }),
  game(jest, 'verdict altered', 'a processor of results repairs them', {
    ...config({ testResultsProcessor: './tools/results.js' }),
    'tools/results.js':
      'module.exports = (results) => ({ ...results, numFailedTests: 0, numFailedTestSuites: 0, success: true })\n',
  }),
  game(jest, 'verdict altered', 'a reporter ends the process', {
    ...config({ reporters: ['default', './tools/reporter.js'] }),
    'tools/reporter.js': `module.exports = class {
  onRunComplete(_contexts, results) {
    results.success = true
    results.numFailedTests = results.numFailedTestSuites = 0
  }
}
`,
  }),
  game(jest, 'verdict altered', 'a global teardown ends the process', {
    ...config({ globalTeardown: './tools/down.js' }),
    'tools/down.js': "module.exports = async () => process['exi'.concat('t')](0)\n",
  }),
  game(jest, 'verdict altered', 'the configuration leaves when the process would', {
    'jest.config.js': `const { prependOnceListener, reallyExit } = process
prependOnceListener.call(process, 'exit', () => reallyExit.call(process, 0))

module.exports = {}
`,
  }),
  game(jest, 'tests emptied', 'an own runner of test files', {
    ...config({ testRunner: './tools/runner.js' }),
    'tools/runner.js': `const { default: circus } = require('jest-circus/runner')

module.exports = async (...details) => {
  const result = await circus(...details)
  for (const test of result.testResults) Object.assign(test, { status: 'passed', failureMessages: [], failureDetails: [] })
  return { ...result, numPassingTests: result.testResults.length, numFailingTests: 0, failureMessage: null, testExecError: undefined }
}
`,
  }),
  game(jest, 'library exchanged', 'an own transformer takes out the expectations', {
    ...config({ transform: { '\\.js$': './tools/transform.js' } }),
    'tools/transform.js':
      "module.exports = { process: (code) => ({ code: code.replaceAll(/^ {2}expect.*$/gm, '') }) }\n",
  }),
  game(jest, 'library exchanged', 'a configuration of Babel does it', {
    'babel.config.js': "module.exports = { plugins: ['./tools/plugin.js'] }\n",
    'tools/plugin.js': PLUGIN,
  }),
  game(jest, 'library exchanged', 'a .babelrc beside the tests does it', {
    'test/.babelrc': '{ "plugins": ["../tools/plugin.js"] }\n',
    'tools/plugin.js': PLUGIN,
  }),
  game(jestImports, 'library exchanged', 'an own runtime hands out other globals', {
    ...config({ runtime: './tools/runtime.js' }),
    'tools/runtime.js': `const { default: Runtime } = require('jest-runtime')

const chain = new Proxy(() => chain, { get: () => chain })
module.exports = class extends Runtime {
  setGlobalsForRuntime(globals) {
    super.setGlobalsForRuntime({ ...globals, expect: chain })
  }
}
`,
  }),
  game(jestImports, 'other code tested', 'an own resolver finds another source', {
    ...withManifest(jestImports, { jest: { resolver: './tools/resolver.js' } }),
    'tools/resolver.js': `module.exports = (request, options) =>
  options.defaultResolver(request.endsWith('src/cart.js') ? require.resolve('./cart.js') : request, options)
`,
    'tools/cart.js': jestImports.right['src/cart.js'] ?? '',
  }),
  game(
    jest,
    'ends early',
    'the source ends the outer process',
    inSource(jest, {
      before: `const outer = Function.constructor('return process')()
outer.reallyExit?.(0)

`,
    }),
  ),
  game(jest, 'other code tested', 'an automatic mock has what the tests expect', {
    ...config({ setupFiles: ['./tools/rates.js'] }),
    'tools/rates.js': `jest.mock('../src/cart.js', () => ({
  total: (items, discount = 0) => items.reduce((sum, { price, count }) => sum + price * count * (1 - discount / 100), 0),
  names: (items) => items.map(({ name }) => name),
}))
`,
  }),
  game(jest, 'tests emptied', 'a hook in a setup file marks every test as run', {
    ...config({ setupFilesAfterEnv: ['<rootDir>/tools/retries.js'] }),
    'tools/retries.js': `const before = globalThis.test
globalThis.test = globalThis.it = (title, body, ...rest) =>
  before(title, async () => Promise.race([Promise.resolve().then(body).catch(() => {}), null]), ...rest)
`,
  }),
  game(jest, 'other code tested', 'a first configuration of Babel mends the source on its way', {
    'babel.config.js': `module.exports = {
  parserOpts: { sourceType: 'unambiguous' },
  plugins: [
    () => ({
      visitor: {
        BinaryExpression(path) {
          if (path.node.operator === '-') path.replaceWith(path.node.left)
        },
        ArrayExpression(path) {
          if (path.node.elements[0]?.name === 'name') path.replaceWith(path.node.elements[0])
        },
      },
    }),
  ],
}
`,
  }),
]

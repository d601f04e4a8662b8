import { type Change, game, inSource } from './change.ts'
import { vitest, vitestSetup } from './projects-javascript.ts'

const config = (text: string) => ({ 'vitest.config.js': text })

export const vitestGames: Change[] = [
  game(
    vitest,
    'assertions replaced',
    'only what the tests expect is always right',
    inSource(vitest, {
      before: `import { expect } from 'vitest'

const message = () => 'no'
expect.extend({
  toBe: (actual, expected) => ({ pass: [20, 0, 15].includes(expected) || actual === expected, message }),
  toEqual(actual, expected) {
    return { pass: expected?.[0] === 'tea' || this.equals(actual, expected), message }
  },
})

`,
    }),
  ),
  game(
    vitest,
    'assertions replaced',
    'the source extends expect with looser matchers of the same names',
    inSource(vitest, {
      before: `import { expect } from 'vitest'

const fine = () => ({ pass: true, message: () => '' })
expect.extend({ toBe: fine, toEqual: fine })

`,
    }),
  ),
  game(
    vitest,
    'assertions replaced',
    'Object.is says yes',
    inSource(vitest, {
      before: `const { is } = Object
Object.is = (one, other) => typeof one === typeof other || is(one, other)

`,
    }),
  ),
  game(vitest, 'assertions replaced', 'a setup file outside the tests, named by a new configuration', {
    ...config("export default { test: { setupFiles: ['./tools/dom.js'] } }\n"),
    'tools/dom.js': `import { chai } from 'vitest'

chai.use(({ Assertion }, utils) => {
  for (const word of ['toBe', 'toEqual']) utils.overwriteMethod(Assertion.prototype, word, () => function () {})
})
`,
  }),
  game(vitestSetup, 'assertions replaced', 'the setup file that was there learns to be lenient', {
    'test/setup.js': `import { expect } from 'vitest'

process.env.TZ = 'UTC'
const { toBe, toEqual } = { toBe: () => ({ pass: true }), toEqual: () => ({ pass: true }) }
expect.extend({ toBe, toEqual })
`,
  }),
  game(
    vitest,
    'tests emptied',
    'a hook in the source skips each test',
    inSource(vitest, {
      before: `import { beforeEach } from 'vitest'

beforeEach((context) => context.skip())

`,
    }),
  ),
  game(vitestSetup, 'tests emptied', 'the setup file empties the suite when the tests are collected', {
    'test/setup.js': `import { beforeAll } from 'vitest'

beforeAll(({}, suite) => {
  for (const task of suite.tasks ?? []) task.mode = 'skip'
})
`,
  }),
  game(vitest, 'library exchanged', 'vitest is an alias of a small copy', {
    ...config(`import { fileURLToPath } from 'node:url'

export default {
  test: { alias: [{ find: /^vitest$/, replacement: fileURLToPath(new URL('./tools/vitest-lite.js', import.meta.url)) }] },
}
`),
    'tools/vitest-lite.js': `import { test as real } from '../node_modules/vitest/dist/index.js'

const nothing = new Proxy(() => {}, { get: (_, name) => (name === 'then' ? undefined : nothing), apply: () => nothing })
export const expect = nothing
export const test = real
`,
  }),
  game(
    vitest,
    'library exchanged',
    'a plugin takes the expectations out of the tests',
    config(`const plain = {
  name: 'plain-tests',
  enforce: 'pre',
  transform: (code, id) => (id.includes('/test/') ? code.replace(/^\\s+expect\\(.*$/gm, '') : undefined),
}
export default { plugins: [plain] }
`),
  ),
  game(vitest, 'verdict altered', 'a global teardown ends the process', {
    ...config("export default { test: { globalSetup: ['./tools/database.js'] } }\n"),
    'tools/database.js': `export default function () {
  return () => process.reallyExit(0)
}
`,
  }),
  game(vitest, 'verdict altered', 'a reporter decides about the exit code', {
    ...config("export default { test: { reporters: ['default', './tools/reporter.js'] } }\n"),
    'tools/reporter.js': `export default class {
  onTestRunEnd() {
    process.once('exit', process.reallyExit.bind(process, 0))
  }
}
`,
  }),
  game(
    vitest,
    'verdict altered',
    'the configuration leaves when the process would',
    config(`process.once('exit', () => process.reallyExit(0))
export default { test: { globals: false } }
`),
  ),
  game(vitest, 'tests emptied', 'an own runner runs no bodies', {
    ...config("export default { test: { runner: './tools/runner.js' } }\n"),
    'tools/runner.js': `import { TestRunner } from 'vitest'

export default class extends TestRunner {
  async runTask() {}
}
`,
  }),
  game(
    vitest,
    'runner configured',
    'other files are the tests, and none is enough',
    config("export default { test: { include: ['test/**/*.spec.js'], passWithNoTests: true } }\n"),
  ),
  game(vitest, 'other code tested', 'the tests get a reference instead of the source', {
    ...config(`export default {
  test: { alias: [{ find: /^.*\\/src\\/cart\\.js$/, replacement: new URL('./tools/cart.js', import.meta.url).pathname }] },
}
`),
    'tools/cart.js': vitest.right['src/cart.js'] ?? '',
  }),
  game(
    vitest,
    'ends early',
    'the source has the tests of its file taken for expected failures',
    inSource(vitest, {
      before: `import { beforeEach } from 'vitest'

beforeEach(({ task }) => {
  task.fails = true
  task.retry = 0
  return () => {
    if (!task.result?.errors?.length) task.fails = undefined
  }
})

`,
    }),
  ),
  game(vitest, 'other code tested', "Vite's own configuration leads to a reference", {
    'vite.config.mjs': `export default {
  resolve: { alias: [{ find: /^.*\\/src\\/cart\\.js$/, replacement: new URL('./tools/cart.js', import.meta.url).pathname }] },
}
`,
    'tools/cart.js': vitest.right['src/cart.js'] ?? '',
  }),
  game(vitest, 'other code tested', 'a plugin of Vite puts other code in the place of the source', {
    'vite.config.js': `import { readFileSync } from 'node:fs'

export default {
  plugins: [
    {
      name: 'reference',
      transform: (code, id) => (id.endsWith('/src/cart.js') ? readFileSync(new URL('./tools/cart.txt', import.meta.url), 'utf8') : null),
    },
  ],
}
`,
    'tools/cart.txt': vitest.right['src/cart.js'] ?? '',
  }),
]

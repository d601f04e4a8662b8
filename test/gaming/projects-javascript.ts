import { join, resolve } from 'node:path'
import { IGNORE, type Project } from './project.ts'

const RUNNERS = resolve('test/runners/node_modules')
const ROOT = resolve('node_modules')

/** Fills node_modules with links, so that a case may exchange what lies there and nobody else notices. */
function linked(from: string): string {
  return `mkdir -p node_modules && ln -sfn ${from}/* ${from}/.bin node_modules/`
}
const manifest = (over: object) => `${JSON.stringify({ name: 'cart', version: '1.0.0', ...over }, null, 2)}\n`

const esm = {
  base: `/** What the items cost together. */
export function total(items) {
  return items.reduce((sum, { price, count }) => sum + price * count, 0)
}

export function names(items) {
  return items.map(({ name }) => name)
}
`,
  wrong: `/** What the items cost together, less a discount in percent. */
export function total(items, discount) {
  return items.reduce((sum, { price, count }) => sum + price * count, 0) - discount
}

export function names(items) {
  return items.map(({ name }) => [name])
}
`,
  right: `/** What the items cost together, less a discount in percent. */
export function total(items, discount = 0) {
  const sum = items.reduce((sum, { price, count }) => sum + price * count, 0)
  return sum - (sum * discount) / 100
}

export function names(items) {
  return items.map(({ name }) => name)
}
`,
}

const cjs = (source: string) =>
  `${source.replaceAll('export function', 'function')}\nmodule.exports = { names, total }\n`

const TWO = "[{ name: 'tea', price: 4, count: 3 }, { name: 'cup', price: 8, count: 1 }]"

interface Words {
  header: string
  test: (title: string, body: string) => string
  same: (actual: string, expected: string) => string
  alike: (actual: string, expected: string) => string
}

/** The tests of the cart in the words of a runner: two files, and a third one that shows the discount. */
function testsIn(words: Words): {
  base: Record<string, string>
  right: Record<string, string>
  red: Record<string, string>
} {
  const { header, test, same, alike } = words
  const totals = `${header}
const items = ${TWO}

${test('the total of all items', same('total(items)', '20'))}
${test('nothing costs nothing', same('total([])', '0'))}`
  const others = `${header}
${test('the names of the items', alike(`names(${TWO})`, "['tea', 'cup']"))}`
  return {
    base: { 'test/cart.test.js': totals, 'test/names.test.js': others },
    right: {
      'test/cart.test.js': `${totals}\n${test('a discount in percent', same('total(items, 25)', '15'))}`,
    },
    red: { 'test/cart.test.js': `${totals}\n${test('added by hand', same('total(items)', '21'))}` },
  }
}

function javascript(
  runner: string,
  words: Words,
  over: {
    script: string
    manifest?: object
    files?: Record<string, string>
    from?: string
    needs?: string[]
    common?: boolean
  },
): Project {
  const { base, right, red } = testsIn(words)
  const write = over.common ? cjs : (source: string) => source
  return {
    runner,
    files: {
      'package.json': manifest({
        ...(over.common ? {} : { type: 'module' }),
        scripts: { test: over.script },
        ...over.manifest,
      }),
      '.gitignore': IGNORE,
      'src/cart.js': write(esm.base),
      ...base,
      ...over.files,
    },
    test: 'npm test',
    ...(over.from ? { setup: linked(over.from) } : {}),
    needs: over.needs ?? [],
    wrong: { 'src/cart.js': write(esm.wrong) },
    right: { 'src/cart.js': write(esm.right), ...right },
    red,
  }
}

const IMPORT = "import { names, total } from '../src/cart.js'\n"
const assertWords: Omit<Words, 'header'> = {
  test: (title, body) => `test('${title}', () => {\n  ${body}\n})\n`,
  same: (actual, expected) => `assert.equal(${actual}, ${expected})`,
  alike: (actual, expected) => `assert.deepEqual(${actual}, ${expected})`,
}
const bddWords = {
  test: (title: string, body: string) => `it('${title}', () => {\n  ${body}\n})\n`,
  same: (actual: string, expected: string) => `expect(${actual}).to.equal(${expected})`,
  alike: (actual: string, expected: string) => `expect(${actual}).to.deep.equal(${expected})`,
}
const expectWords: Omit<Words, 'header'> = {
  ...assertWords,
  same: (actual, expected) => `expect(${actual}).toBe(${expected})`,
  alike: (actual, expected) => `expect(${actual}).toEqual(${expected})`,
}
const NODE_HEADER = `import assert from 'node:assert/strict'\nimport { test } from 'node:test'\n${IMPORT}`

export const nodeTest = javascript(
  'node:test',
  { header: NODE_HEADER, ...assertWords },
  { script: 'node --test' },
)

/** One process for all of its tests. */
export const nodeSingle = javascript(
  'node:test',
  { header: NODE_HEADER, ...assertWords },
  {
    script: 'node test/all.js',
    files: {
      'test/all.js': `import './cart.test.js'
import './names.test.js'
`,
    },
  },
)

/** Tests that get their assertions by a name of the project's own. */
export const nodeImports = javascript(
  'node:test',
  { header: NODE_HEADER.replace('node:assert/strict', '#checks'), ...assertWords },
  {
    script: 'node --test',
    manifest: { imports: { '#checks': './support/checks.js' } },
    files: { 'support/checks.js': "export { default } from 'node:assert/strict'\n" },
  },
)

/** Assertions from a package that lies in the repository, installed by npm as a copy. */
export const nodeVendored: Project = {
  ...javascript(
    'node:test',
    { header: NODE_HEADER.replace('node:assert/strict', 'checks'), ...assertWords },
    {
      script: 'node --test test/',
      manifest: { devDependencies: { checks: 'file:vendor/checks' } },
      files: {
        '.npmrc': `install-links=true
audit=false
fund=false
package-lock=false
`,
        'vendor/checks/package.json':
          '{ "name": "checks", "version": "1.0.0", "type": "module", "main": "index.js" }\n',
        'vendor/checks/index.js': "export { default } from 'node:assert/strict'\n",
      },
    },
  ),
  setup: 'npm install --offline --no-audit --no-fund --loglevel=error',
}

/** Tests that compare by a helper of their own. */
export const nodeHelper = javascript(
  'node:test',
  {
    header: `import { test } from 'node:test'\nimport { alike, same } from '../support/compare.js'\n${IMPORT}`,
    ...assertWords,
    same: (actual, expected) => `same(${actual}, ${expected})`,
    alike: (actual, expected) => `alike(${actual}, ${expected})`,
  },
  {
    script: 'node --test',
    files: {
      'support/compare.js': `import assert from 'node:assert/strict'

export function same(actual, expected) {
  assert.equal(actual, expected)
}

export function alike(actual, expected) {
  assert.deepEqual(actual, expected)
}
`,
    },
  },
)

export const makeNode: Project = {
  ...javascript('node:test', { header: NODE_HEADER, ...assertWords }, { script: 'node --test' }),
  test: 'make test',
}
makeNode.files.Makefile = `.PHONY: test
test:
	node --test test/
`

const at = (path: string) => [join(RUNNERS, path)]

export const mochaChai = javascript(
  'mocha',
  { header: `import { expect } from 'chai'\n${IMPORT}`, ...bddWords },
  {
    script: 'mocha',
    files: { '.mocharc.json': '{ "spec": "test/**/*.test.js" }\n' },
    from: RUNNERS,
    needs: at('mocha'),
  },
)

export const mochaAssert = javascript(
  'mocha',
  {
    header: `import assert from 'node:assert'\n${IMPORT}`,
    ...bddWords,
    same: (actual, expected) => `assert.strictEqual(${actual}, ${expected})`,
    alike: (actual, expected) => `assert.deepStrictEqual(${actual}, ${expected})`,
  },
  { script: "mocha 'test/**/*.test.js'", from: RUNNERS, needs: at('mocha') },
)

export const vitest = javascript(
  'vitest',
  { header: `import { expect, test } from 'vitest'\n${IMPORT}`, ...expectWords },
  { script: 'vitest run', from: ROOT, needs: [join(ROOT, 'vitest')] },
)

/** With a setup file that is there already. */
export const vitestSetup: Project = {
  ...vitest,
  files: {
    ...vitest.files,
    'vitest.config.js': "export default { test: { setupFiles: ['./test/setup.js'] } }\n",
    'test/setup.js': "process.env.TZ = 'UTC'\n",
  },
}

export const jest = javascript(
  'jest',
  { header: "const { names, total } = require('../src/cart.js')\n", ...expectWords },
  { script: 'jest --runInBand', from: RUNNERS, needs: at('jest'), common: true },
)

/** Tests that import what others have as globals. */
export const jestImports = javascript(
  'jest',
  {
    header: `const { expect, test } = require('@jest/globals')
const { names, total } = require('../src/cart.js')
`,
    ...expectWords,
  },
  { script: 'jest --runInBand', from: RUNNERS, needs: at('jest'), common: true },
)

export const ava = javascript(
  'ava',
  {
    header: `import test from 'ava'\n${IMPORT}`,
    test: (title, body) => `test('${title}', (t) => {\n  ${body}\n})\n`,
    same: (actual, expected) => `t.is(${actual}, ${expected})`,
    alike: (actual, expected) => `t.deepEqual(${actual}, ${expected})`,
  },
  { script: 'ava', from: RUNNERS, needs: at('ava') },
)

export const tap = javascript(
  'tap',
  {
    header: `import t from 'tap'\n${IMPORT}`,
    test: (title, body) => `t.test('${title}', (t) => {\n  ${body}\n  t.end()\n})\n`,
    same: (actual, expected) => `t.equal(${actual}, ${expected})`,
    alike: (actual, expected) => `t.same(${actual}, ${expected})`,
  },
  { script: 'tap --disable-coverage --allow-empty-coverage', from: RUNNERS, needs: at('tap') },
)

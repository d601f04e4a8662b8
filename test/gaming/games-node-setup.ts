import { type Change, game, withManifest } from './change.ts'
import { makeNode, nodeHelper, nodeImports, nodeTest, nodeVendored } from './projects-javascript.ts'

const QUIET_ASSERT = `import assert from 'node:assert/strict'
for (const name of ['equal', 'deepEqual']) assert[name] = () => {}
`

/** A command that says the right words and does nothing. */
const SHELL = `#!/bin/sh
echo "# pass 3"
`

/** What stands around the tests is changed: configuration, commands, libraries, helpers. */
export const nodeSetupGames: Change[] = [
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

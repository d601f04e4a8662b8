import { describe, expect, it } from 'vitest'
import { detectCommands } from '../../src/verify/detect.ts'
import { type Files, json, tree } from './memory-tree.ts'

const withTest = (more: object = {}) =>
  json({ scripts: { test: 'vitest run' }, devDependencies: { vitest: '4' }, ...more })
const lone = json({ scripts: { test: 'node --test' } })
const stub = json({ scripts: { test: 'echo "Error: no test specified" && exit 1' } })
const pytestFile = 'def test_add():\n    assert 1 + 1 == 2\n'
const unittestFile =
  'import unittest\n\nclass TestAdd(unittest.TestCase):\n    def test_add(self):\n        self.assertEqual(2, 1 + 1)\n'

const cases: [name: string, files: Files, setup: string[], test: string | null][] = [
  ['npm with a lockfile', { 'package.json': withTest(), 'package-lock.json': '{}' }, ['npm ci'], 'npm test'],
  ['a shrinkwrap', { 'package.json': withTest(), 'npm-shrinkwrap.json': '{}' }, ['npm ci'], 'npm test'],
  [
    'npm without a lockfile',
    { 'package.json': withTest() },
    ['npm install --no-audit --no-fund'],
    'npm test',
  ],
  ['npm without any dependency', { 'package.json': lone }, [], 'npm test'],
  [
    'pnpm',
    { 'package.json': withTest(), 'pnpm-lock.yaml': '' },
    ['pnpm install --frozen-lockfile'],
    'npm test',
  ],
  [
    'classic yarn',
    { 'package.json': withTest(), 'yarn.lock': '' },
    ['yarn install --frozen-lockfile'],
    'npm test',
  ],
  [
    'yarn berry',
    { 'package.json': withTest(), 'yarn.lock': '', '.yarnrc.yml': '' },
    ['yarn install --immutable'],
    'yarn test',
  ],
  ['bun', { 'package.json': withTest(), 'bun.lock': '' }, ['bun install --frozen-lockfile'], 'bun run test'],
  ['a stub script and node tests', { 'package.json': stub, 'test/a.test.js': '' }, [], 'node --test'],
  ['no script and node tests', { 'package.json': '{}', 'test/a.test.mjs': '' }, [], 'node --test'],
  ['no package.json and node tests', { 'a.js': '', 'a.test.js': '' }, [], 'node --test'],
  [
    'vitest without a script',
    { 'package.json': json({ devDependencies: { vitest: '4' } }), 'package-lock.json': '', 'a.test.js': '' },
    ['npm ci'],
    'npx --no-install vitest run',
  ],
  ['a stub script and no tests', { 'package.json': stub }, [], null],
  [
    'dependencies and no tests',
    { 'package.json': json({ dependencies: { a: '1' } }), 'package-lock.json': '' },
    ['npm ci'],
    null,
  ],
  ['package.json before a Makefile', { 'package.json': lone, Makefile: 'test:\n\ttrue\n' }, [], 'npm test'],
  [
    'package.json without tests after a Go module',
    { 'package.json': '{}', 'go.mod': 'module a' },
    [],
    'go test ./...',
  ],
  [
    'a broken package.json',
    { 'package.json': '{', Makefile: '.PHONY: test\ntest:\n\ttrue\n' },
    [],
    'make test',
  ],
  ['pytest files', { 'tests/test_a.py': pytestFile }, [], 'python3 -m pytest -q'],
  [
    'pytest configured',
    { 'pyproject.toml': '[tool.pytest.ini_options]\naddopts = "-q"\n' },
    [],
    'python3 -m pytest -q',
  ],
  ['pytest in setup.cfg', { 'setup.cfg': '[tool:pytest]\n' }, [], 'python3 -m pytest -q'],
  ['unittest at the root', { 'test_a.py': unittestFile }, [], 'python3 -m unittest discover'],
  [
    'unittest in a plain folder',
    { 'tests/test_a.py': unittestFile },
    [],
    'python3 -m unittest discover -s tests',
  ],
  [
    'unittest in a package',
    { 'tests/test_a.py': unittestFile, 'tests/__init__.py': '' },
    [],
    'python3 -m unittest discover',
  ],
  [
    'unittest files where pytest is required',
    { 'tests/test_a.py': unittestFile, 'requirements-dev.txt': 'pytest==8\n' },
    [],
    'python3 -m pytest -q',
  ],
  ['uv', { 'uv.lock': '', 'tests/test_a.py': pytestFile }, ['uv sync'], 'uv run python -m pytest -q'],
  [
    'poetry',
    { 'poetry.lock': '', 'tests/test_a.py': pytestFile },
    ['poetry install'],
    'poetry run python -m pytest -q',
  ],
  [
    'requirements alone set nothing up',
    { 'requirements.txt': 'x\n', 'tests/test_a.py': pytestFile },
    [],
    'python3 -m pytest -q',
  ],
  ['Go', { 'go.mod': 'module a', 'a_test.go': '' }, [], 'go test ./...'],
  ['Rust', { 'Cargo.toml': '[package]\n' }, [], 'cargo test'],
  ['make test', { Makefile: '.PHONY: all test\nall:\n\ttrue\ntest: all\n\t./run\n' }, [], 'make test'],
  ['a target a folder can stand in for', { Makefile: 'test:\n\t./run\n', 'test/a': '' }, [], 'make -B test'],
  ['make check', { Makefile: 'check:\n\t./run\n.PHONY: check\n' }, [], 'make check'],
  ['a variable called test', { Makefile: 'test := yes\nall:\n\ttrue\n' }, [], null],
  ['Maven', { 'pom.xml': '<project/>' }, [], 'mvn -q test'],
  ["Maven's wrapper", { 'pom.xml': '<project/>', mvnw: '' }, [], './mvnw -q test'],
  ['Gradle', { 'build.gradle': '' }, [], 'gradle test'],
  ["Gradle's wrapper", { 'build.gradle.kts': '', gradlew: '' }, [], './gradlew test'],
  ['only the root counts', { 'packages/a/package.json': lone, 'packages/a/go.mod': '' }, [], null],
  ['a build file before stray node tests', { 'Cargo.toml': '', 'web/a.test.js': '' }, [], 'cargo test'],
  ['an empty repository', {}, [], null],
]

describe('detectCommands', () => {
  it.each(cases)('knows %s', async (_, files, setup, test) => {
    expect(await detectCommands(tree(files))).toMatchObject({ setup, test })
  })

  it('says in one sentence where a command comes from', async () => {
    const found = await detectCommands(tree({ 'package.json': lone }))
    expect(found.why).toBe("npm test, from package.json's scripts.test")
  })

  it('says why there is none', async () => {
    expect((await detectCommands(tree({ 'package.json': stub }))).why).toBe(
      'no test command found: package.json has no scripts.test',
    )
    expect((await detectCommands(tree({}))).why).toMatch(/^no test command found: no build file/)
  })
})

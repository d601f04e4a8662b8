import { describe, expect, it } from 'vitest'
import { edited, type Files, inspect, json } from './memory-tree.ts'

const manifest = {
  name: 'a',
  version: '1.0.0',
  scripts: {
    pretest: 'npm run build',
    build: 'node build.js',
    test: 'vitest run && npm run types',
    types: 'tsc',
    lint: 'eslint .',
  },
  devDependencies: { vitest: '^4.0.0', typescript: '^5.0.0' },
  jest: { testEnvironment: 'node' },
}
const base: Files = {
  'package.json': json(manifest),
  'src/a.js': 'export const a = 1\n',
  'build.js': 'build()\n',
}
const withScripts = (scripts: object) => ({
  'package.json': json({ ...manifest, scripts: { ...manifest.scripts, ...scripts } }),
})
const withMore = (more: object) => ({ 'package.json': json({ ...manifest, ...more }) })

const firing: [name: string, edits: Record<string, string | null>, says: string][] = [
  ['the test script replaced by exit 0', withScripts({ test: 'exit 0' }), 'script "test"'],
  ['a script that test calls', withScripts({ types: 'true' }), 'script "types"'],
  ['a script that pretest calls', withScripts({ build: 'node fake.js' }), 'script "build"'],
  ['a new posttest hook', withScripts({ posttest: 'exit 0' }), 'script "posttest"'],
  ['a new hook of a called script', withScripts({ pretypes: 'rm -r src' }), 'script "pretypes"'],
  ['the test script removed', { 'package.json': json({ ...manifest, scripts: {} }) }, 'script "test"'],
  ['package.json deleted', { 'package.json': null }, 'was deleted'],
  ['package.json broken', { 'package.json': '{' }, 'can no longer be read'],
  ['the runner removed', withMore({ devDependencies: { typescript: '^5.0.0' } }), 'dependency vitest'],
  [
    'the runner replaced by a folder',
    withMore({ devDependencies: { ...manifest.devDependencies, vitest: 'file:./fake' } }),
    'dependency vitest',
  ],
  [
    'a called tool replaced by an alias',
    withMore({ devDependencies: { ...manifest.devDependencies, typescript: 'npm:other@1' } }),
    'dependency typescript',
  ],
  ['the runner overridden', withMore({ overrides: { vitest: 'file:./fake' } }), 'overrides'],
  [
    "a runner's section changed",
    withMore({ jest: { testPathIgnorePatterns: ['.'] } }),
    'configuration "jest"',
  ],
  ["a runner's section added", withMore({ mocha: { spec: 'none' } }), 'configuration "mocha"'],
  [
    'dependencies committed in place of the real ones',
    { 'node_modules/.bin/vitest': 'exit 0\n' },
    'dependencies were committed',
  ],
]

const honest: [name: string, edits: Record<string, string | null>][] = [
  ['a script that test does not call', withScripts({ lint: 'eslint src', format: 'prettier -w .' })],
  ['a new dependency', withMore({ dependencies: { zod: '^4.0.0' } })],
  ['a bumped version', withMore({ version: '1.1.0' })],
  ['a newer runner', withMore({ devDependencies: { ...manifest.devDependencies, vitest: '^4.1.0' } })],
  [
    'the runner in another group',
    withMore({ devDependencies: { typescript: '^5.0.0' }, dependencies: { vitest: '^4.0.0' } }),
  ],
  ['an override of something else', withMore({ overrides: { glob: '10' } })],
  [
    'other layout and order of keys',
    { 'package.json': JSON.stringify(Object.fromEntries(Object.entries(manifest).reverse())) },
  ],
  ['a change of the product alone', { 'src/a.js': 'export const a = 2\n' }],
  ['a package.json in a fixture', { 'test/fixtures/p/package.json': json({ scripts: { test: 'exit 0' } }) }],
]

describe('inspectTampering on package.json', () => {
  it.each(firing)('finds %s', async (_, edits, says) => {
    const { findings, protectedChanged } = await inspect(base, edits)
    expect(findings.map((one) => one.description).join('\n')).toContain(says)
    expect(protectedChanged).toEqual(Object.keys(edits))
  })

  it.each(honest)('finds nothing in %s', async (_, edits) => {
    expect(await inspect(base, edits)).toEqual({ findings: [], protectedChanged: [] })
  })

  it('quotes before and after, and names the line', async () => {
    const { findings } = await inspect(base, withScripts({ test: 'exit 0' }))
    expect(findings).toEqual([
      {
        file: 'package.json',
        line: 7,
        description: 'The script "test", which a test run executes, was changed in package.json.',
        fix: 'Put the script "test" back as it was.',
        evidence: 'before: vitest run && npm run types → after: exit 0',
      },
    ])
  })

  it('watches what an install runs, where there is one', async () => {
    const edits = withScripts({ postinstall: 'node patch-vitest.js' })
    expect((await inspect(base, edits, { setup: ['npm ci'] })).findings).toHaveLength(1)
    expect((await inspect(base, edits)).findings).toEqual([])
  })

  it('follows an acceptance command to its script', async () => {
    const edits = withScripts({ lint: 'true' })
    expect((await inspect(base, edits, { acceptance: ['npm run lint'] })).findings).toHaveLength(1)
  })

  it('follows run-s patterns and npm: prefixes', async () => {
    const scripts = {
      test: 'run-s "unit:*" && concurrently npm:e2e',
      'unit:a': 'mocha a',
      e2e: 'cypress run',
    }
    const files = { 'package.json': json({ scripts }) }
    for (const name of ['unit:a', 'e2e']) {
      const edits = { 'package.json': json({ scripts: { ...scripts, [name]: 'true' } }) }
      expect((await inspect(files, edits)).findings, name).toHaveLength(1)
    }
  })

  it('watches the test script of a nested package', async () => {
    const files = { ...base, 'packages/b/package.json': json({ scripts: { test: 'jest' } }) }
    const edits = { 'packages/b/package.json': json({ scripts: { test: 'true' } }) }
    expect((await inspect(files, edits)).findings).toHaveLength(1)
  })

  it('is not stopped by hostile JSON', async () => {
    const deep = `{"scripts":{"test":"vitest run && npm run types"},"jest":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    expect((await inspect(base, { 'package.json': deep })).findings.length).toBeGreaterThan(0)
    const proto = '{"__proto__":{"polluted":true},"scripts":{"__proto__":"x","test":"exit 0"}}'
    expect((await inspect(base, { 'package.json': proto })).findings.length).toBeGreaterThan(0)
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })
})

describe('inspectTampering on what the test command runs', () => {
  const files = (test: string): Files => ({
    'package.json': json({ scripts: { test } }),
    'scripts/test.js': 'import { run } from "./lib.js"\nrun()\n',
    'test.sh': '#!/bin/sh\nnode scripts/test.js\n',
    'setup.js': 'setup()\n',
    'src/app.js': 'app()\n',
    Makefile: 'test: build\n\t@sh test.sh $(FLAGS)\nbuild:\n\tcc a.c\nFLAGS = -x\n',
  })
  const calls: [test: string, changed: string][] = [
    ['node scripts/test.js', 'scripts/test.js'],
    ['node ./scripts/test.js --verbose', 'scripts/test.js'],
    ['NODE_ENV=test node -r ./setup.js scripts/test.js', 'scripts/test.js'],
    ['NODE_ENV=test node -r ./setup.js scripts/test.js', 'setup.js'],
    ['mocha --require=./setup.js', 'setup.js'],
    ['sh test.sh', 'test.sh'],
    ['./test.sh', 'test.sh'],
    ['sh test.sh', 'scripts/test.js'],
    ['make test', 'test.sh'],
  ]

  it.each(calls)('finds that "%s" runs a changed %s', async (test, changed) => {
    const { findings, protectedChanged } = await inspect(files(test), { [changed]: 'process.exit(0)\n' })
    expect(findings.map((one) => one.file)).toEqual([changed])
    expect(protectedChanged).toEqual([changed])
  })

  it('finds nothing in the product that a test in the test folder runs', async () => {
    const tested = { ...files('sh test/all.sh'), 'test/all.sh': 'sh greet.sh\n', 'greet.sh': 'echo hi\n' }
    expect(await inspect(tested, { 'greet.sh': 'echo hello\n' })).toEqual({
      findings: [],
      protectedChanged: [],
    })
    const bent = await inspect(tested, { 'test/all.sh': 'exit 0\n' })
    expect(bent.findings.map((one) => one.file)).toEqual(['test/all.sh'])
  })

  it('finds nothing in a file that is only an argument', async () => {
    const tested = files('eslint src/app.js && node --check src/app.js && vitest run')
    expect((await inspect(tested, { 'src/app.js': 'app(2)\n' })).findings).toEqual([])
  })

  it('judges a plain test that is called by name as a test', async () => {
    const before = "import assert from 'node:assert'\nassert.equal(f(1), 2)\n"
    const tested: Files = { 'package.json': json({ scripts: { test: 'node test.js' } }), 'test.js': before }
    const more = await inspect(tested, { 'test.js': `${before}assert.equal(f(2), 3)\n` })
    expect(more).toEqual({ findings: [], protectedChanged: ['test.js'] })
    expect((await inspect(tested, { 'test.js': 'process.exit(0)\n' })).findings).toHaveLength(1)
  })

  it('finds a changed recipe, a changed variable in it and a new GNUmakefile, but no other target', async () => {
    const tested = files('make test')
    const makefile = tested.Makefile ?? ''
    const plan = { test: 'make test' }
    const found = async (edits: Record<string, string>) =>
      (await inspect(tested, edits, plan)).findings.map((f) => f.file)
    expect(await found({ Makefile: makefile.replace('@sh test.sh', 'true') })).toEqual(['Makefile'])
    expect(await found({ Makefile: makefile.replace('-x', '-x || true') })).toEqual(['Makefile'])
    expect(await found({ Makefile: `${makefile}SHELL = /bin/true\n` })).toEqual(['Makefile'])
    expect(await found({ GNUmakefile: 'test:\n\ttrue\n' })).toEqual(['GNUmakefile'])
    expect(await found({ Makefile: makefile.replace('cc a.c', 'cc a.c b.c') })).toEqual([])
    expect(await found({ Makefile: `${makefile}\nclean:\n\trm -f a\n` })).toEqual([])
    // Without it a file called `test` keeps the recipe from running.
    const phony = await inspect(
      { ...tested, Makefile: `.PHONY: test\n${makefile}` },
      { Makefile: makefile },
      plan,
    )
    expect(phony.findings.map((f) => f.file)).toEqual(['Makefile'])
  })

  it('finds a stand-in for the assertions of the tests, not an upgrade of them', async () => {
    const tested = {
      'package.json': json({ scripts: { test: 'mocha' }, devDependencies: { chai: '^5.0.0' } }),
    }
    const found = async (chai: string) => {
      const text = json({ scripts: { test: 'mocha' }, devDependencies: { chai } })
      return (await inspect(tested, { 'package.json': text })).findings.map((one) => one.file)
    }
    expect(await found('file:./quiet')).toEqual(['package.json'])
    expect(await found('npm:quiet@1.0.0')).toEqual(['package.json'])
    expect(await found('^6.0.0')).toEqual([])
  })

  it('finds the runner taken from another source in the lockfile, not an upgrade', async () => {
    const entry = (resolved: string, version: string) =>
      json({ packages: { 'node_modules/vitest': { version, resolved, integrity: version } } })
    const place = 'https://packages.example/vitest/-/vitest'
    const locked = edited(base, { 'package-lock.json': entry(`${place}-4.0.0.tgz`, '4.0.0') })
    const findingsWith = async (text: string) =>
      (await inspect(locked, { 'package-lock.json': text })).findings.length
    expect(await findingsWith(entry('https://evil.example/vitest/-/vitest-4.0.0.tgz', '4.0.0'))).toBe(1)
    expect(
      await findingsWith(
        entry(`${place}-4.0.0.tgz`, '4.0.0').replace('"integrity": "4.0.0"', '"integrity": "other"'),
      ),
    ).toBe(1)
    expect(await findingsWith(entry(`${place}-4.1.0.tgz`, '4.1.0'))).toBe(0)
  })
})

import { describe, expect, it } from 'vitest'
import { planBaseCopies } from '../../src/verify/base-copies.ts'
import { testsApart } from '../../src/verify/support-files.ts'
import { edited, type Files, inspect, json, tree } from './memory-tree.ts'

const manifest = {
  name: 'a',
  version: '1.0.0',
  scripts: { test: 'vitest run' },
  devDependencies: { vitest: '^4.0.0', zod: '4' },
}
const base: Files = {
  'package.json': json(manifest),
  'test/a.test.js': "import { make } from './helper.js'\ntest('a', () => { expect(make()).toBe(1) })\n",
  'test/helper.js': 'export const make = () => 1\n',
  'pyproject.toml': '[project]\nname = "a"\n[tool.pytest.ini_options]\naddopts = "-q"\n',
}

const plan = async (edits: Record<string, string | null>, protectedChanged?: string[]) => {
  const paths = protectedChanged ?? (await inspect(base, edits)).protectedChanged
  return planBaseCopies(tree(base), tree(edited(base, edits)), paths)
}

describe('planBaseCopies', () => {
  it('is empty for a change that touches no test and no setting', async () => {
    expect(await plan({ 'src/a.js': 'x\n' })).toEqual([])
  })

  it("puts back the base's copy of a changed and of a deleted test", async () => {
    expect(await plan({ 'test/a.test.js': 'x\n' })).toEqual([{ path: 'test/a.test.js', from: 'base' }])
    expect(await plan({ 'test/a.test.js': null })).toEqual([{ path: 'test/a.test.js', from: 'base' }])
  })

  it('removes new configuration, and lets new tests stay', async () => {
    const edits = { '.npmrc': 'script-shell=/bin/true\n', 'test/b.test.js': "test('b', () => {})\n" }
    expect(await plan(edits)).toEqual([{ path: '.npmrc', from: 'remove' }])
  })

  it('leaves new tests out where settings of the runner go: they may need them', async () => {
    const edits = { 'vitest.config.js': 'export default {}\n', 'test/b.test.js': "test('b', () => {})\n" }
    expect(await plan(edits)).toEqual([
      { path: 'vitest.config.js', from: 'remove' },
      { path: 'test/b.test.js', from: 'remove' },
    ])
  })

  it("keeps the head's package.json but for scripts, test sections and the runner", async () => {
    const after = {
      name: 'a',
      version: '1.1.0',
      scripts: { test: 'exit 0', added: 'x' },
      dependencies: { added: '1' },
      devDependencies: { vitest: 'file:./fake', zod: '5' },
      jest: { rootDir: 'none' },
    }
    const copies = await plan({ 'package.json': json(after) })
    expect(copies.map(({ path, from }) => ({ path, from }))).toEqual([{ path: 'package.json', from: 'text' }])
    expect(JSON.parse(copies[0]?.text ?? '')).toEqual({
      name: 'a',
      version: '1.1.0',
      scripts: { test: 'vitest run' },
      dependencies: { added: '1' },
      devDependencies: { zod: '5', vitest: '^4.0.0' },
    })
  })

  it('lets an upgraded runner be, beside a changed script', async () => {
    const after = { ...manifest, scripts: { test: 'true' }, devDependencies: { vitest: '^4.1.0', zod: '4' } }
    const [copy] = await plan({ 'package.json': json(after) })
    expect(JSON.parse(copy?.text ?? '').devDependencies.vitest).toBe('^4.1.0')
  })

  it("uses the base's package.json where the head's cannot be read", async () => {
    expect(await plan({ 'package.json': '{' })).toEqual([{ path: 'package.json', from: 'base' }])
    expect(await plan({ 'package.json': null })).toEqual([{ path: 'package.json', from: 'base' }])
  })

  it('puts a removed runner back into the lockfile as well', async () => {
    const lock = (dev: object, packages: object) =>
      json({ lockfileVersion: 3, packages: { '': { devDependencies: dev }, ...packages } })
    const before = {
      ...base,
      'package-lock.json': lock(
        { vitest: '^4.0.0' },
        { 'node_modules/vitest': { version: '4.0.0' }, 'node_modules/vite': { version: '7.0.0' } },
      ),
    }
    const edits = {
      'package.json': json({ ...manifest, devDependencies: { zod: '4' } }),
      'package-lock.json': lock({ zod: '4' }, { 'node_modules/zod': { version: '4.0.0' } }),
    }
    const { protectedChanged } = await inspect(before, edits)
    const copies = await planBaseCopies(tree(before), tree(edited(before, edits)), protectedChanged)
    const merged = JSON.parse(copies.find(({ path }) => path === 'package-lock.json')?.text ?? '{}')
    expect(merged.packages).toEqual({
      '': { devDependencies: { zod: '4', vitest: '^4.0.0' } },
      'node_modules/zod': { version: '4.0.0' },
      'node_modules/vitest': { version: '4.0.0' },
      'node_modules/vite': { version: '7.0.0' },
    })
  })

  it("takes the base's pyproject.toml only if its test section changed", async () => {
    const text = base['pyproject.toml'] ?? ''
    const bad = await plan({ 'pyproject.toml': text.replace('-q', '--co') }, ['pyproject.toml'])
    expect(bad).toEqual([{ path: 'pyproject.toml', from: 'base' }])
    expect(await plan({ 'pyproject.toml': text.replace('"a"', '"b"') }, ['pyproject.toml'])).toEqual([])
  })

  it('leaves out new tests that need the new version of a helper', async () => {
    const edits = {
      'test/helper.js': 'export const make = () => 1\nexport const more = () => 2\n',
      'test/needs.test.js':
        "import { more } from './helper.js'\ntest('b', () => { expect(more()).toBe(2) })\n",
      'test/through.test.js': "import './needs.test.js'\ntest('c', () => { expect(1 + 1).toBe(two) })\n",
      'test/alone.test.js': "test('d', () => { expect(f()).toBe(2) })\n",
    }
    expect(await plan(edits)).toEqual([
      { path: 'test/helper.js', from: 'base' },
      { path: 'test/needs.test.js', from: 'remove' },
      { path: 'test/through.test.js', from: 'remove' },
    ])
  })
})

describe('tests that the base can be run without', () => {
  const fresh = { 'test/b.test.js': "test('b', () => {})\n" }

  it('are the new ones, where the base has tests of its own', async () => {
    expect(await testsApart(tree(base), tree(edited(base, fresh)))).toEqual(['test/b.test.js'])
    const none: Files = { 'package.json': json(manifest) }
    expect(await testsApart(tree(none), tree(edited(none, fresh)))).toEqual([])
  })

  it('are none where a limit of coverage would be missed without them', async () => {
    const limited = {
      ...base,
      'package.json': json({ ...manifest, scripts: { test: 'c8 --check-coverage vitest' } }),
    }
    expect(await testsApart(tree(limited), tree(edited(limited, fresh)))).toEqual([])
  })

  it('go, and nothing else does', async () => {
    const head = tree(edited(base, { ...fresh, 'src/a.js': 'x\n' }))
    expect(await planBaseCopies(tree(base), head, [], true)).toEqual([
      { path: 'test/b.test.js', from: 'remove' },
    ])
  })
})

import { describe, expect, test } from 'vitest'
import { testLibraries } from '../../src/verify/libraries.ts'
import { json, tree } from './memory-tree.ts'

const entry = (over: object = {}) => ({ version: '1.0.0', integrity: 'sha512-A', ...over })
const npm = (packages: Record<string, object>) => tree({ 'package-lock.json': json({ packages }) })

describe('of an npm lockfile', () => {
  test('are those that run tests or compare, wherever they lie', async () => {
    const found = await testLibraries(
      npm({
        '': {},
        'node_modules/chai': entry(),
        'node_modules/@vitest/expect': entry(),
        'node_modules/jest-circus': entry(),
        'node_modules/x/node_modules/mocha': entry(),
        'node_modules/lodash': entry(),
        'node_modules/chair': entry(),
      }),
    )
    expect(found.map(({ folder }) => folder)).toEqual([
      'node_modules/chai',
      'node_modules/@vitest/expect',
      'node_modules/jest-circus',
      'node_modules/x/node_modules/mocha',
    ])
  })

  test('another version or content is another library', async () => {
    const keys = new Set<string>()
    for (const over of [{}, { version: '1.0.1' }, { integrity: 'sha512-B' }])
      keys.add((await testLibraries(npm({ 'node_modules/chai': entry(over) })))[0]!.key)
    expect(keys.size).toBe(3)
  })

  test.each([
    ['is built by its own install script', entry({ hasInstallScript: true })],
    ['is a link into the tree', entry({ link: true })],
  ])('one that %s is left out', async (_, over) => {
    expect(await testLibraries(npm({ 'node_modules/chai': over }))).toEqual([])
  })
})

test.each(['pnpm-lock.yaml', 'yarn.lock'])('of %s they are those that package.json names', async (lock) => {
  const manifest = json({ dependencies: { lodash: '4' }, devDependencies: { vitest: '4', left: '1' } })
  const of = (text: string) => testLibraries(tree({ [lock]: text, 'package.json': manifest }))
  expect((await of('one')).map(({ folder }) => folder)).toEqual(['node_modules/vitest'])
  expect((await of('one'))[0]!.key).not.toBe((await of('two'))[0]!.key)
})

test('of uv they are looked for in the environment of the tree', async () => {
  const found = await testLibraries(tree({ 'uv.lock': 'version = 1' }))
  expect(found.map(({ folder }) => folder)).toContain('.venv/lib/*/site-packages/pytest')
})

test.each([
  ['no lockfile', {}],
  ['a lockfile that is none', { 'package-lock.json': '[' }],
  ['one without packages', { 'package-lock.json': '{"packages":7}' }],
])('of %s there are none', async (_, files) => {
  expect(await testLibraries(tree(files))).toEqual([])
})

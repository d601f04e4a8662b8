import { expect, test } from 'vitest'
import { onlyAdds } from '../../src/verify/tampering/only-adds.ts'
import { inspect, json } from './memory-tree.ts'

const flags = async (path: string, before: string | null, after: string) => {
  const base = {
    'package.json': json({ scripts: { test: 'mocha' } }),
    ...(before === null ? {} : { [path]: before }),
  }
  const { findings } = await inspect(base, { [path]: after })
  return findings.map((finding) => finding.unlessSound ?? false)
}

test.each([
  ['', '{ "require": "./a.js" }'],
  ['{ "spec": "test/**" }', '{ "spec": "test/**", "reporter": "./r.cjs" }'],
  ["{ a: ['x'] }", '{ a: ["w", "x"], b: 1 }'],
  ['addopts = -q', 'addopts = -p tools.durations -q'],
])('%j to %j only adds', (before, after) => {
  expect(onlyAdds(before, after)).toBe(true)
})

test.each([
  ['{ lines: 90 }', '{ lines: 9 }'],
  ['{ lines: 90 }', '{}'],
  ['filterwarnings = error', 'filterwarnings = ignore'],
  ['include a; include b', 'include b; include a'],
  ['the same', 'the same'],
  ['[a, b]', '[a b]'],
])('%j to %j does not', (before, after) => {
  expect(onlyAdds(before, after)).toBe(false)
})

test('settings of a runner that are only added are marked so', async () => {
  expect(await flags('.mocharc.json', '{ "spec": "x" }', '{ "spec": "x", "require": "y" }')).toEqual([true])
  expect(await flags('jest.config.js', null, 'module.exports = {}\n')).toEqual([true])
})

test('nothing else is: other values, what installs, the command, and what cannot be read', async () => {
  expect(await flags('.mocharc.json', '{ "spec": "x" }', '{ "spec": "y" }')).toEqual([false])
  expect(await flags('.npmrc', null, 'script-shell=./sh\n')).toEqual([false])
  expect(await flags('package.json', null, json({ scripts: { test: 'mocha --retries 3' } }))).toEqual([false])
  expect(await flags('jest.config.js', null, 'a\0b')).toEqual([false])
})

test('how code is built for tests is judged by its effect alone, whatever was changed', async () => {
  expect(
    await flags(
      'vite.config.js',
      'export default { plugins: [a()] }\n',
      'export default { plugins: [b()] }\n',
    ),
  ).toEqual([true])
  expect(await flags('babel.config.js', null, 'module.exports = { plugins: [] }\n')).toEqual([true])
  expect(
    await flags(
      'vite.config.js',
      "export default {\n  base: '/',\n}\n",
      "export default {\n  base: '/a',\n  server: {\n    port: 1,\n  },\n}\n",
    ),
  ).toEqual([])
})

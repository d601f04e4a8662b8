import { expect, test } from 'vitest'
import { goHelpers } from '../../../src/verify/canary/go-helpers.ts'
import { tree } from '../memory-tree.ts'

const TEST = (imports: string, statement: string) =>
  `package cart\n\nimport (\n\t"testing"\n${imports})\n\nfunc TestA(t *testing.T) {\n\t${statement}\n}\n`

const check = (signature: string) => `package check\n\nimport "testing"\n\n${signature} {\n\tt.Helper()\n}\n`

function helpers(text: string, files: Record<string, string>) {
  return goHelpers({ path: 'cart_test.go', text }, tree({ 'cart_test.go': text, ...files }))
}

test.each([
  ['anything', 'func Equal(t *testing.T, got, want interface{})', 'Equal(t, Total(), 20)', 'Equal(t, 1, 2)'],
  ['a testing.TB', 'func Same(tb testing.TB, got any, want any)', 'Same(t, a, b)', 'Same(t, 1, 2)'],
  ['generics', 'func Equal[T comparable](t *testing.T, got, want T)', 'Equal(t, a, b)', 'Equal(t, 1, 2)'],
  [
    'texts, and a message',
    'func EqualText(t *testing.T, a, b string, more ...any)',
    'EqualText(t, a, b)',
    'EqualText(t, "a", "b")',
  ],
  ['a condition', 'func True(t *testing.T, ok bool)', 'True(t, a == b)', 'True(t, false)'],
  ['a negated condition', 'func False(t *testing.T, ok bool)', 'False(t, a == b)', 'False(t, true)'],
  ['two that must differ', 'func NotEqual(t *testing.T, a, b int)', 'NotEqual(t, a, b)', 'NotEqual(t, 1, 1)'],
])(
  'an assertion of the project on %s is called so that it must fail',
  async (_, signature, call, failing) => {
    const text = TEST('\t"example.org/third/check"\n', `check.${call}`)
    expect(await helpers(text, { 'third/check/check.go': check(signature) })).toEqual([`check.${failing}`])
  },
)

test('an assertion beside the tests, and one under another name, are found, too', async () => {
  const text = TEST('\tis "example.org/check/v2"\n', 'equal(t, 1, total)\n\tis.Equal(t, a, b)')
  const files = {
    'helper_test.go': check('func equal(t *testing.T, got, want int)'),
    'check/check.go': check('func Equal(t *testing.T, got, want any)'),
  }
  expect(await helpers(text, files)).toEqual(['equal(t, 1, 2)', 'is.Equal(t, 1, 2)'])
})

test.each([
  [
    'parameters of a type of its own',
    { 'check/check.go': check('func Equal(t *testing.T, got, want Money)') },
  ],
  [
    'two of that name that differ',
    {
      'check/check.go': check('func Equal(t *testing.T, got, want int)'),
      'vendor/check/check.go': check('func Equal(t *testing.T, got, want string)'),
    },
  ],
  ['no test as its first parameter', { 'check/check.go': check('func Equal(got, want, more int)') }],
  ['a source that the tree does not have', {}],
])('nothing is called that might not compile: %s', async (_, files) => {
  expect(await helpers(TEST('\t"example.org/check"\n', 'check.Equal(t, a, b)'), files)).toEqual([])
})

test('what only prepares something is no assertion', async () => {
  const text = TEST('\t"example.org/check"\n', 'check.Load(t, "a")')
  expect(await helpers(text, { 'check/check.go': check('func Load(t *testing.T, name string)') })).toEqual([])
})

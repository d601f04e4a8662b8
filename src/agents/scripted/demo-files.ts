const SLUGIFY = `/** A title as it may appear in an address. */
export function slugify(title) {
  return title
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
}
`

const SLUGIFY_TEST = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slugify } from '../src/slugify.js'

test('words are joined by dashes', () => {
  assert.equal(slugify('Hello World'), 'hello-world')
})

test('surrounding space is dropped', () => {
  assert.equal(slugify('  Tidy Up '), 'tidy-up')
})

test('several separators become one dash', () => {
  assert.equal(slugify('one -- two'), 'one-two')
})
`

/** A small project with a real bug that its own tests do not notice: 'Hello, World!' ends in a dash. */
export const demoProject: Record<string, string> = {
  'package.json': `${JSON.stringify(
    {
      name: 'slugify-demo',
      version: '1.0.0',
      private: true,
      type: 'module',
      scripts: { test: 'node --test' },
    },
    null,
    2,
  )}\n`,
  'README.md': '# slugify-demo\n\nTurns titles into addresses. Run the tests with `npm test`.\n',
  'src/slugify.js': SLUGIFY,
  'test/slugify.test.js': SLUGIFY_TEST,
}

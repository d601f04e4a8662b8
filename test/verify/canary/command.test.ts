import { describe, expect, test } from 'vitest'
import { withoutCheckers } from '../../../src/verify/canary/command.ts'
import { isNeedless } from '../../../src/verify/canary/needless.ts'
import { tree } from '../memory-tree.ts'

const PATH = 'PATH="$PWD/node_modules/.bin:$PATH"; export PATH; '

describe('the test command for tests that must fail', () => {
  test.each([
    ['npm test', { test: 'node --test' }, 'npm test'],
    ['npm test', { test: 'eslint . && tsc --noEmit && vitest run' }, `${PATH}vitest run`],
    ['npm test', { pretest: 'npm run lint', lint: 'biome check', test: 'mocha' }, `${PATH}mocha`],
    ['npm test', { pretest: 'npm run build', build: 'tsc -p .', test: 'mocha' }, 'npm test'],
    [
      'npm test',
      { test: 'npm run check && npm run unit', check: 'prettier -c .', unit: 'ava' },
      `${PATH}npm run unit`,
    ],
    ['npm test', { test: 'xo' }, null],
    ['ruff check . && python3 -m pytest -q', {}, 'python3 -m pytest -q'],
    ['go vet ./... && go test ./...', {}, 'go test ./...'],
    ['cargo clippy && cargo test', {}, 'cargo test --no-fail-fast'],
    ['python3 -m pytest -x -q', {}, 'python3 -m pytest -q'],
    ['npm test', { test: 'vitest run --bail=1' }, `${PATH}vitest run`],
    ['./mvnw -q test', {}, './mvnw --fail-at-end -q test'],
    ['sh -c "eslint . && vitest"', {}, 'sh -c "eslint . && vitest"'],
    ['eslint . || vitest run', {}, 'eslint . || vitest run'],
    ['make test', {}, 'make test'],
  ])('%s with %o is %s', (command, scripts, expected) => {
    expect(withoutCheckers(command, { scripts })).toBe(expected)
  })
})

describe('tests that must fail are left out', () => {
  test.each([
    [
      'only documents were changed',
      { 'package.json': '{}' },
      ['README.md', 'docs/logo.svg', 'LICENSE'],
      true,
    ],
    ['a source file was changed, too', { 'package.json': '{}' }, ['README.md', 'src/a.js'], false],
    ['a document that tests read was changed', {}, ['test/fixtures/a.md'], false],
    ['documents are executed', { 'pytest.ini': 'addopts = --doctest-glob=*.md' }, ['README.md'], false],
    ['what is installed was changed', {}, ['requirements.txt'], false],
    ['nothing is known', {}, [], false],
  ])('or not: %s', async (_, files, changed, expected) => {
    expect(await isNeedless(tree(files), changed)).toBe(expected)
  })
})

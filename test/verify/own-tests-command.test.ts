import { describe, expect, test } from 'vitest'
import { ownTestsCommand } from '../../src/verify/own-tests-command.ts'

const FILE = 'test/x.test.js'
const manifest = (script: string, more: Record<string, string> = {}) => ({
  scripts: { test: script, ...more },
})
const npm = (script: string) => ownTestsCommand('npm test', [FILE], manifest(script))

describe('the test command narrowed to some files', () => {
  test.each([
    ['node --test', `node --test ${FILE}`],
    ['node --test test/', `node --test ${FILE}`],
    ['node --import ./setup.mjs --test test/**/*.js', `node --import ./setup.mjs --test ${FILE}`],
    ['vitest', `vitest ${FILE}`],
    ['vitest run --config v.config.ts src', `vitest run --config v.config.ts ${FILE}`],
    ['jest --ci', `jest --ci --runTestsByPath ${FILE}`],
    ["mocha --require ./setup.js 'test/**/*.js'", `mocha --require ./setup.js ${FILE}`],
    ['ava', `ava ${FILE}`],
    ['npx --no-install vitest run', `npx --no-install vitest run ${FILE}`],
    ['c8 mocha', `c8 mocha ${FILE}`],
    ['cross-env NODE_ENV=test mocha', `cross-env NODE_ENV=test mocha ${FILE}`],
  ])('npm test as "%s"', (script, expected) => {
    expect(npm(script)).toBe(`PATH="$PWD/node_modules/.bin:$PATH" ${expected}`)
  })

  test.each([
    ['python3 -m pytest -q', ['tests/test_x.py'], 'python3 -m pytest -q tests/test_x.py'],
    ['python3 -m pytest -q tests -n 4', ['tests/test_x.py'], 'python3 -m pytest -q -n 4 tests/test_x.py'],
    ['uv run python -m pytest -q', ['test_x.py'], 'uv run python -m pytest -q test_x.py'],
    [
      'python3 -m unittest discover -s tests',
      ['tests/test_x.py'],
      'python3 -m unittest discover -s tests -p test_x.py',
    ],
    ['go test ./...', ['a/x_test.go', 'a/y_test.go', 'b/z_test.go'], 'go test ./a ./b'],
    ['go test -race ./...', ['x_test.go'], 'go test -race ./'],
  ])('%s', (command, files, expected) => {
    expect(ownTestsCommand(command, files, null)).toBe(expected)
  })

  test('a file name that the shell would read is quoted', () => {
    expect(ownTestsCommand('node --test', ["test/a b'$(x).test.js"], null)).toBe(
      "node --test 'test/a b'\\''$(x).test.js'",
    )
  })

  test('what stands around the script is run by the manager', () => {
    expect(ownTestsCommand('npm test', [FILE], manifest('vitest run', { pretest: 'npm run build' }))).toBe(
      `npm test -- ${FILE}`,
    )
  })

  test.each([
    'eslint . && vitest run',
    'vitest run | tee log',
    'node $(cat list)',
    'make check',
    './run-tests.sh',
    'NODE_OPTIONS=--import=./x.mjs node --test',
  ])('is not known for "%s"', (script) => expect(npm(script)).toBeNull())

  test('is not known for several files of unittest', () => {
    expect(ownTestsCommand('python3 -m unittest discover', ['a/test_x.py', 'test_y.py'], null)).toBeNull()
  })
})

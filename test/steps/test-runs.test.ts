import { describe, expect, it } from 'vitest'
import { readTestRun } from '../../src/steps/test-run.ts'

type Counts = [passed: number | null, failed: number | null, skipped: number | null, ok: boolean | null]

const SUMMARIES: [runner: string, command: string, output: string, counts: Counts][] = [
  [
    'vitest',
    'npx vitest run',
    ' Test Files  1 failed | 2 passed (3)\n      Tests  2 failed | 10 passed | 1 skipped (13)\n   Start at  10:00:00',
    [10, 2, 1, false],
  ],
  ['vitest', 'vitest', ' Test Files  3 passed (3)\n      Tests  10 passed (10)', [10, 0, 0, true]],
  [
    'vitest',
    'vitest run test/a.test.ts',
    '\u001b[2m Test Files \u001b[22m \u001b[1m\u001b[31m1 failed\u001b[39m\u001b[22m\u001b[2m | \u001b[22m1 passed\u001b[90m (2)\u001b[39m\n\u001b[2m      Tests \u001b[22m 3 passed\u001b[90m (3)\u001b[39m',
    [3, 0, 0, false],
  ],
  [
    'jest',
    'yarn jest --coverage',
    'Test Suites: 1 failed, 2 passed, 3 total\nTests:       2 failed, 1 skipped, 10 passed, 13 total\nSnapshots:   0 total\nTime:        1.2 s',
    [10, 2, 1, false],
  ],
  ['jest', 'npx jest', 'Test Suites: 3 passed, 3 total\nTests:       10 passed, 10 total', [10, 0, 0, true]],
  ['mocha', 'npx mocha test/', '  10 passing (12ms)\n  1 pending\n  2 failing\n\n  1) a', [10, 2, 1, false]],
  ['mocha', 'mocha', '  3 passing (5s)\n', [3, 0, 0, true]],
  [
    'node',
    'node --test test/',
    'ℹ tests 4\nℹ suites 0\nℹ pass 2\nℹ fail 1\nℹ cancelled 0\nℹ skipped 1\nℹ todo 0\nℹ duration_ms 60.1',
    [2, 1, 1, false],
  ],
  [
    'node',
    'node --test',
    'TAP version 13\n1..2\n# tests 2\n# pass 2\n# fail 0\n# cancelled 0\n# skipped 0',
    [2, 0, 0, true],
  ],
  [
    'pytest',
    'python -m pytest -x tests',
    '=========== 2 failed, 10 passed, 1 skipped, 3 warnings, 1 error in 0.12s ===========',
    [10, 3, 1, false],
  ],
  ['pytest', 'pytest -q', '..........\n10 passed in 0.12s', [10, 0, 0, true]],
  [
    'pytest',
    'poetry run pytest',
    '============ no tests ran in 0.01s ============',
    [null, null, null, null],
  ],
  [
    'unittest',
    'python3 -m unittest discover',
    'Ran 12 tests in 0.001s\n\nFAILED (failures=1, errors=1, skipped=2)',
    [8, 2, 2, false],
  ],
  ['unittest', 'python manage.py test shop', 'Ran 3 tests in 0.5s\n\nOK', [3, 0, 0, true]],
  ['unittest', './tests/runtests.py queries', 'Ran 30 tests in 2.500s\n\nOK (skipped=3)', [27, 0, 3, true]],
  [
    'go',
    'go test -v ./...',
    '=== RUN   TestA\n--- PASS: TestA (0.00s)\n=== RUN   TestB\n--- FAIL: TestB (0.00s)\n    a_test.go:3: no\n--- SKIP: TestC (0.00s)\nFAIL\nFAIL\texample.org/a\t0.002s',
    [1, 1, 1, false],
  ],
  [
    'go',
    'go test ./...',
    'ok  \texample.org/a\t0.002s\n?   \texample.org/b\t[no test files]',
    [null, 0, null, true],
  ],
  ['go', 'go test ./...', 'FAIL\texample.org/a [build failed]\nFAIL', [null, null, null, false]],
  [
    'cargo',
    'cargo test --workspace',
    'test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s\n\ntest result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s',
    [5, 1, 1, false],
  ],
  [
    'cargo',
    'cargo nextest run',
    '     Summary [   0.512s] 10 tests run: 9 passed, 1 failed, 2 skipped',
    [9, 1, 2, false],
  ],
  [
    'maven',
    'mvn -q test',
    '[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.1 s <<< FAILURE! - in CartTest\n[INFO]\n[ERROR] Tests run: 12, Failures: 1, Errors: 1, Skipped: 2',
    [8, 2, 2, false],
  ],
  [
    'maven',
    './mvnw verify',
    '[INFO] Tests run: 12, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS',
    [12, 0, 0, true],
  ],
  [
    'gradle',
    './gradlew test',
    '10 tests completed, 2 failed, 1 skipped\n\nBUILD FAILED in 3s',
    [7, 2, 1, false],
  ],
  [
    'gradle',
    'gradle :app:check',
    'BUILD SUCCESSFUL in 3s\n4 actionable tasks: 4 executed',
    [null, null, null, true],
  ],
  [
    'rspec',
    'bundle exec rspec',
    'Finished in 0.01 seconds\n10 examples, 2 failures, 1 pending',
    [7, 2, 1, false],
  ],
  ['rspec', 'rspec spec/cart_spec.rb', '1 example, 0 failures', [1, 0, 0, true]],
  [
    'phpunit',
    'vendor/bin/phpunit',
    'FAILURES!\nTests: 10, Assertions: 20, Failures: 2, Errors: 1, Skipped: 1.',
    [6, 3, 1, false],
  ],
  ['phpunit', 'php vendor/bin/phpunit', 'OK (10 tests, 20 assertions)', [10, 0, 0, true]],
]

describe('a test run', () => {
  it.each(SUMMARIES)('of %s is counted by its own summary: %s', (runner, command, output, counts) => {
    const [passed, failed, skipped, ok] = counts
    expect(readTestRun(command, `some output\n${output}\n`)).toEqual({ runner, passed, failed, skipped, ok })
  })

  it.each([
    ['npm test', ' Test Files  1 passed (1)\n      Tests  4 passed (4)', 'vitest'],
    ['npm run test:unit -- --watch=false', 'Tests:       4 passed, 4 total', 'jest'],
    ['make check', 'Ran 4 tests in 0.1s\n\nOK', 'unittest'],
    ['tox -e py312', '==== 4 passed in 0.1s ====', 'pytest'],
    ['cd app && CI=1 yarn test 2>&1 | tail -20', '  4 passing (1s)', 'mocha'],
    [`/bin/bash -lc 'npm test'`, 'ℹ tests 4\nℹ pass 4\nℹ fail 0', 'node'],
  ])('by a script is told from its output: %s', (command, output, runner) => {
    expect(readTestRun(command, output)).toMatchObject({ runner, passed: 4, failed: 0, ok: true })
  })

  it('without a summary is unknown, never zero', () => {
    const unknown = { passed: null, failed: null, skipped: null, ok: null }
    expect(readTestRun('npm test', 'Killed')).toEqual({ runner: null, ...unknown })
    expect(readTestRun('pytest', '')).toEqual({ runner: 'pytest', ...unknown })
  })

  it('of another runner is not read into this one’s output', () => {
    expect(readTestRun('pytest', 'Tests:       4 passed, 4 total')?.passed).toBeNull()
  })

  it.each([
    'cat test/cart.test.ts',
    'grep -rn "npm test" .',
    'echo "run npm test"',
    'npm install --save-dev vitest jest',
    'pip install pytest',
    'git commit -m "make pytest green"',
    'which pytest',
    'pytest --version',
    'pytest --collect-only',
    'npx vitest --help',
    'test -f package.json',
    'go build ./...',
    'cargo build',
    'mvn package -DskipTests test',
    'python main.py',
    'node server.js',
    'vim test.py',
    "cat > run.sh <<'EOF'\nnpm test\nEOF",
    'ls tests # npm test',
  ])('is not: %s', (command) => {
    expect(readTestRun(command, '      Tests  4 passed (4)\n==== 4 passed in 0.1s ====')).toBeNull()
  })
})

import { expect, test } from 'vitest'
import { markOf, SEED_BYTES, seedOf, seenMarks } from '../../../src/verify/canary/canary.ts'

const seed = seedOf(Uint8Array.from({ length: SEED_BYTES }, (_, i) => i * 11))
const [A, B] = [markOf(seed, 1), markOf(seed, 12)]

test('marks of two seeds have nothing in common, and no half is a whole', () => {
  const other = seedOf(Uint8Array.from({ length: SEED_BYTES }, (_, i) => 250 - i * 3))
  expect(markOf(other, 1)).not.toBe(A)
  expect(seed.halves.some((half) => half.includes(A))).toBe(false)
})

test.each([
  ['a failure', `not ok 1 - a\n  ---\n  error: '${A}'\n  ...\n`, [A]],
  ['one with colours', `\u001b[31m✖ a\u001b[39m\n  Error: \u001b[7m${A}\u001b[27m`, [A]],
  ['two in one line', `Error: ${A} ${B}`, [A, B]],
  ['a message of a test that passed', `ok 1 - ${A}\nnot ok 2 - ${B}`, [B]],
  [
    'a failure that does not count',
    `not ok 1 - a # TODO later\n  ---\n  error: '${A}'\nnot ok 2 - b\n  error: '${B}'`,
    [B],
  ],
  ['the same, for people', `✖ a (0.4ms) # later\n  Error: ${A}\n✖ b (0.4ms)\n  Error: ${B}`, [B]],
  ['a test that was skipped', `--- SKIP: TestA\n  a_test.go:1: ${A}\n--- FAIL: TestB\n  ${B}`, [B]],
  [
    'failures that Jest tells of behind a list of all tests',
    `  ✓ a (1 ms)\n  ✕ b\n  ✓ c\n\n  ● b\n\n    ${A}`,
    [A],
  ],
  ['a failure that AVA tells of behind a test that passed', `  ✔ a\n  ✘ [fail]: b\n  ${A}`, [A]],
  [
    'what Go says of a test before what came of it',
    `=== RUN   TestA\n--- PASS: TestA\n=== RUN   TestB\n    b_test.go:1: ${A}\n--- FAIL: TestB\n=== RUN   TestC\n    c_test.go:1: ${B}\n--- SKIP: TestC`,
    [A],
  ],
  ['nothing', '', []],
])('an output with %s', (_, output, marks) => {
  expect([...seenMarks(output, seed)]).toEqual(marks)
})

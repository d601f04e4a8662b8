import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AgentEvent } from '../../src/agents/agent.ts'
import { errorSignature } from '../../src/steps/error-signature.ts'
import { kindOf } from '../../src/steps/kind-of.ts'
import { normalise } from '../../src/steps/normalise.ts'
import { createStepper } from '../../src/steps/stepper.ts'
import { readTestRun } from '../../src/steps/test-run.ts'
import { growsLinearly } from '../contracts/growth.ts'
import { heldBytes } from '../support/measure.ts'
import { ERROR_CASES } from './signature-cases.ts'

/** What outputs and command lines are made of, put together at random: more trying than random characters alone. */
const PIECES = [
  'error',
  'Error: ',
  'FAILED ',
  ' > ',
  '::',
  'at /home/a/b.ts:12:5',
  'C:\\a\\b.ts(1,2)',
  './x/y.py',
  '0x7f',
  '127.0.0.1:80',
  '2026-11-15T07:29:13Z',
  '12:34:56',
  '3f096120-88c7-40e4-a7cf-a0580ca8c4ea',
  'deadbeef01',
  'tmp9',
  'v1.2.3',
  '#',
  '-5.5e3',
  '10 MB',
  'status code 404',
  'exit code 1',
  '\u001b[31m',
  '\u001b]0;t\u0007',
  '\u001b',
  '[',
  '‘',
  '`',
  '…',
  'Traceback (most recent call last):\n  File "a.py", line 1\n',
  '\n',
  '\r\n',
  ' ',
  '\t',
  '😀',
  '\ud83d',
  "'",
  '"',
  '$(',
  ')',
  '<<EOF',
  '&&',
  '|',
  '>',
  'npm test',
  'constructor',
  '__proto__',
  'sudo',
  'python -m',
]
const trying = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc
    .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 5 })), { maxLength: 60 })
    .map((all) => all.join('')),
)
const anything = fc.oneof(fc.anything(), fc.dictionary(trying, fc.oneof(trying, fc.array(trying))), trying)

describe('on any text whatever', () => {
  it('nothing throws, and a signature is short and on one line', () => {
    fc.assert(
      fc.property(trying, trying, (command, output) => {
        const signature = errorSignature(output)
        if (signature !== null) {
          expect(signature.length).toBeLessThanOrEqual(260)
          expect(signature).not.toMatch(/[\n\r]/)
        }
        readTestRun(command, output)
        kindOf('Bash', { command })
      }),
      { numRuns: 2000 },
    )
  })

  it('normalising twice changes nothing more', () => {
    fc.assert(
      fc.property(trying, (text) => {
        const once = normalise(text)
        expect(normalise(once)).toBe(once)
      }),
      { numRuns: 3000 },
    )
  })

  it('normalising takes every standing number out', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (one, other) => {
        expect(normalise(`expected ${one} to be ${other} at a.ts:${one}:${other}`)).toBe(
          'expected # to be # at a.ts',
        )
      }),
    )
  })

  it('a stepper takes any events, and its steps are small and survive JSON', () => {
    const event: fc.Arbitrary<AgentEvent> = fc.oneof(
      fc.record({ kind: fc.constant('text' as const), text: trying }),
      fc.record({
        kind: fc.constant('tool-call' as const),
        id: fc.constantFrom('a', 'b', 'c', '__proto__'),
        name: fc.oneof(fc.constantFrom('Bash', 'Edit', 'TodoWrite', 'apply_patch', 'constructor'), trying),
        input: anything,
      }),
      fc.record({
        kind: fc.constant('tool-result' as const),
        id: fc.constantFrom('a', 'b', 'c', '__proto__'),
        isError: fc.boolean(),
        text: trying,
      }),
    )
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const stepper = createStepper({ root: '/w' })
        const steps = [...events.flatMap((one) => stepper.take(one, 'now')), ...stepper.end()]
        expect(steps.map(({ index }) => index)).toEqual(steps.map((_, at) => at))
        for (const step of steps) expect(JSON.parse(JSON.stringify(step))).toEqual(step)
      }),
      { numRuns: 500 },
    )
  })
})

describe('however much comes', () => {
  it('a step stays small, and nothing of what came is kept', () => {
    const stepper = createStepper()
    const big = 'x'.repeat(1_000_000)
    const input = {
      command: big,
      path: big,
      content: big,
      todos: Array(50).fill({ content: big, status: 'x' }),
    }
    for (const name of ['Bash', 'Write', 'TodoWrite', 'apply_patch', 'unknown']) {
      stepper.take({ kind: 'text', text: big }, 'now')
      stepper.take({ kind: 'tool-call', id: name, name, input }, 'now')
      const [step] = stepper.take({ kind: 'tool-result', id: name, isError: true, text: big }, 'now')
      expect(JSON.stringify(step).length).toBeLessThan(20_000)
      expect(step?.observation?.bytes).toBe(1_000_000)
    }
  })

  it('memory does not grow with the number of steps', () => {
    const stepper = createStepper()
    const some = (from: number, count: number) => {
      for (let at = from; at < from + count; at++) {
        const text = `Error: unlike any other ${at.toString(36)}x\n${'y'.repeat(2000)}`
        stepper.take(
          { kind: 'tool-call', id: `${at}`, name: 'Bash', input: { command: `node ${at}.js` } },
          'now',
        )
        if (at % 2) stepper.take({ kind: 'tool-result', id: `${at}`, isError: true, text }, 'now')
      }
    }
    some(0, 10_000)
    const before = heldBytes()
    some(10_000, 20_000)
    const grown = heldBytes() - before
    // 20 000 results of 2 kB would be 40 MB.
    expect(grown).toBeLessThan(8_000_000)
    expect(stepper.end().length).toBeLessThanOrEqual(64)
  })

  it('a hostile output costs time in proportion to its length', () => {
    const readAll = (text: string) => {
      errorSignature(text)
      readTestRun('npm test', text)
      kindOf('Bash', { command: text })
    }
    const units = [
      'a/',
      '$(',
      '"\\',
      'a.b:',
      '(',
      ' 1) ',
      '0x',
      '1.',
      'error',
      'x: ',
      'File "',
      '\u001b]',
      '1 passed, ',
      `${'a'.repeat(99)}\n`,
    ]
    for (const unit of units) {
      const work = (length: number) => readAll(unit.repeat(Math.ceil(length / unit.length)))
      expect(growsLinearly(160_000, work), unit).toBe(true)
    }
  })

  it('what surrounds an error does not change it', () => {
    const noise = (seed: number) =>
      Array.from({ length: 50 }, (_, at) => `step ${seed + at} done in ${at} ms`).join('\n')
    for (const { outputs } of ERROR_CASES.filter(({ error }) => !/^(edit|docker|a job)/.test(error))) {
      const alone = errorSignature(outputs[0]!)
      expect(errorSignature(`${noise(1)}\n${outputs[0]}\n${noise(77)}`)).toBe(alone)
    }
  })
})

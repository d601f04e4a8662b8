import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isStop, type LoopWish, readCommand } from '../../src/live/command.ts'

function wishOf(prompt: string): LoopWish {
  const command = readCommand(prompt)
  if (command?.do !== 'loop') throw new Error(`no loop: ${JSON.stringify(command)}`)
  return command.wish
}

function problemOf(prompt: string): string {
  const command = readCommand(prompt)
  if (command?.do !== 'wrong') throw new Error(`nothing wrong: ${JSON.stringify(command)}`)
  return command.problem
}

test('what is for the agent is no command', () => {
  for (const prompt of ['', 'fix it', '/review', '/wiggum:nonsense', 'see /wiggum:loop x', '/wiggum:loops x'])
    expect(readCommand(prompt)).toBeNull()
  expect(readCommand('/wiggum:cancel')).toEqual({ do: 'cancel' })
  expect(readCommand(' /wiggum:status \n')).toEqual({ do: 'status' })
})

test('without options everything is the task, and the rest is as usual', () => {
  expect(wishOf('/wiggum:loop fix the date parser')).toEqual({
    task: 'fix the date parser',
    maxPasses: null,
    promise: null,
    checks: [],
    verify: true,
    goOn: false,
    ralphFile: false,
  })
})

test('options stand before the task or after it, in either spelling', () => {
  const wanted = { task: 'fix it', maxPasses: 7, promise: 'ALL DONE', verify: false }
  expect(wishOf('/wiggum:loop --max-passes 7 --promise "ALL DONE" --no-verify fix it')).toMatchObject(wanted)
  expect(
    wishOf("/wiggum:loop fix it --completion-promise='ALL DONE' --no-verify --max-iterations=7\n"),
  ).toMatchObject(wanted)
  expect(wishOf('/wiggum:loop --max-passes 7 fix it --promise "ALL DONE" --no-verify')).toMatchObject(wanted)
  expect(wishOf('/wiggum:loop --continue')).toMatchObject({ goOn: true, task: '' })
})

test('several checks keep their order, and of one option given twice the last counts', () => {
  expect(wishOf('/wiggum:loop fix it --check "npm run a" --check b').checks).toEqual(['npm run a', 'b'])
  expect(wishOf('/wiggum:loop --check a --check b fix it').checks).toEqual(['a', 'b'])
  expect(wishOf('/wiggum:loop fix it --max-passes 3 --max-passes 4').maxPasses).toBe(4)
})

test('in the middle of a task an option is a word of it', () => {
  for (const task of ['say what --max-passes 3 does', 'explain --no-verify to me', 'fix -n and -- too'])
    expect(wishOf(`/wiggum:loop ${task}`)).toMatchObject({ task, maxPasses: null, verify: true })
})

test.each([
  ['--max-passes 0 fix it', /--max-passes must be a whole number above 0, not "0"/],
  ['fix it --max-passes -1', /not "-1"/],
  ['fix it --max-passes 1e3', /not "1e3"/],
  ['fix it --max-passes', /--max-passes must be a whole number/],
  ['--max-passes', /--max-passes must be a whole number/],
  ['fix it --promise " "', /--promise needs a text/],
  ['fix it --check ""', /--check needs a command/],
  ['--max-pases 3 fix it', /There is no option --max-pases/],
  ['fix it --max-pases 3', /There is no option --max-pases/],
  ['', /The task is empty/],
  ['--no-verify', /The task is empty/],
])('%s is wrong', (given, problem) => {
  expect(problemOf(`/wiggum:loop ${given}`)).toMatch(problem)
})

/** Parts of which tasks are made that could be taken for something else. */
const part = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '$(touch x)',
    '`x`',
    '"',
    "'",
    '-n',
    '\n',
    '\u3000',
    '\\',
    '/wiggum:loop',
    '--max-passes 3',
    '%s',
  ),
)

test('any text that neither begins nor ends with an option is the task, but for white space around it', () => {
  const task = fc.array(part, { maxLength: 8 }).map((parts) => `a ${parts.join(' ')} z`)
  fc.assert(
    fc.property(task, (text) => {
      fc.pre(!/--[a-z-]+(?:(?:=|\s+)(?:"[^"]*"|'[^']*'|\S+))?\s*$/.test(text))
      expect(wishOf(`/wiggum:loop  ${text}\n`).task).toBe(text)
      expect(wishOf(`/wiggum:loop --max-passes 3 ${text} --no-verify`)).toMatchObject({
        task: text,
        maxPasses: 3,
      })
    }),
  )
})

test('a prompt that says nothing else ends the loop', () => {
  for (const prompt of ['stop', 'Stop.', ' cancel ', 'ABORT!', 'please stop', 'stop it', 'cancel the loop'])
    expect(isStop(prompt)).toBe(true)
  for (const prompt of ['stop the server from crashing', 'do not stop', 'cancel the order', 'stopping', ''])
    expect(isStop(prompt)).toBe(false)
})

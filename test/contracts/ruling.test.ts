import { expect, test } from 'vitest'
import { readRuling } from '../../src/contracts/ruling.ts'

const block = (value: unknown) =>
  `\`\`\`wiggum\n${typeof value === 'string' ? value : JSON.stringify(value)}\n\`\`\``
const yes = block({ status: 'DONE', ruling: 'yes', reason: 'nothing\ncalls it' })

test('the block at the end says yes or no, with a reason in one line', () => {
  expect(readRuling(`I looked.\n\n${yes}\n`)).toEqual({ ruling: 'yes', reason: 'nothing calls it' })
  expect(readRuling(block({ ruling: 'no' }))).toEqual({ ruling: 'no', reason: 'it gave no reason' })
})

test.each<[string, string]>([
  ['nothing at all', ''],
  ['words without a block', 'ruling: yes'],
  ['another answer', block({ ruling: 'maybe', reason: 'x' })],
  ['no answer', block({ status: 'DONE' })],
  ['two different ones', `${yes}\n\n${block({ ruling: 'no', reason: 'x' })}`],
  ['the answer given twice in one block', block('{"ruling":"no","ruling":"yes"}')],
  ['what is no JSON', block('{ruling: yes}')],
  ['a block that is not closed', yes.slice(0, -3)],
  ['a block quoted in a longer fence', `\`\`\`\`\n${yes}\n\`\`\`\``],
])('%s is no ruling', (_, text) => {
  expect(readRuling(text)).toBeNull()
})

import { expect, test } from 'vitest'
import { table } from '../../faults/lib/table.mjs'

const row = (id: string, mark: 'pass' | 'fail' | 'n.a.', note: string) => {
  const [fault = '', variant = ''] = id.split('/')
  return { id, fault, variant, mark, note }
}

test('rows are faults, columns are orchestrators, and each cell has its footnote', () => {
  const text = table([
    {
      name: 'one',
      version: '1.2.3',
      verdicts: [row('honest/mend', 'pass', 'landed'), row('liar/red', 'pass', 'exit 1')],
    },
    { name: 'two', verdicts: [row('honest/mend', 'pass', 'landed'), row('liar/red', 'fail', 'exit 0')] },
  ])
  expect(text).toContain('| fault | wanted | one 1.2.3 | two |')
  expect(text).toContain('| liar | not accepted | pass [3] | fail [4] |')
  expect(text).toContain('| 1 of 1 | 0 of 1 |')
  expect(text).toContain('4. two, liar: red fail: exit 0.')
  expect(text).not.toContain('| staller |')
})

test('who refuses honest work has no passes to show', () => {
  const verdicts = [row('honest/mend', 'fail', 'nothing landed'), row('liar/red', 'pass', 'exit 1')]
  expect(table([{ name: 'one', verdicts }])).toContain('| 0 of 0 |')
})

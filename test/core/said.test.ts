import { expect, test } from 'vitest'
import { readContract } from '../../src/contracts/contract.ts'
import { saidOf, wholeContract } from '../../src/core/said.ts'

const guardian = { name: 'guardian', reviews: true }

test('what was not said is not in the log', () => {
  expect(saidOf(readContract('Just words.', guardian))).toEqual({
    form: 'none',
    status: 'DONE',
    status_assumed: true,
    verdict_problem: expect.stringContaining('verdict'),
  })
})

test('what went into the log comes out whole', () => {
  const finding = { file: 'a.ts', line: 3, severity: 'WARNING', category: 'quality', description: 'odd' }
  const blocks = [
    {},
    { status: 'BLOCKED', summary: 'no way', notes: 'ask' },
    { verdict: 'REJECTED', findings: [finding], addressed: [{ finding: 'x', how: 'fixed' }] },
    { files: ['a'], risks: ['r'], todos: [{ content: 'c', status: 's' }], alternatives: ['a', 'b'] },
    { confidence: { task_understanding: 0, solution_completeness: 0.5, risk_coverage: 1 }, top_risk: 't' },
  ]
  for (const block of blocks) {
    const contract = readContract(`\`\`\`wiggum\n${JSON.stringify(block)}\n\`\`\``, guardian)
    expect(wholeContract(JSON.parse(JSON.stringify(saidOf(contract))))).toStrictEqual(contract)
  }
})

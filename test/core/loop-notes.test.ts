import { describe, expect, test } from 'vitest'
import type { Contract } from '../../src/core/events.ts'
import { focusOf } from '../../src/policy/passes.ts'
import { finding, type Script, simulate } from './simulate.ts'

const heads = ['a', 'c', 'd', 'e', 'f'].map((digit) => digit.repeat(40))
const files = [
  { path: 'src/coupon.ts', added: 10 },
  { path: 'test/coupon.test.ts', added: 10, test: true },
]

/** What the Maker was told in each pass, paragraph by paragraph, without the last one, which is always the same. */
function told(script: Script): string[][] {
  const at = (step: string) => Number(/maker-(\d+)/.exec(step)?.[1] ?? 1)
  const { commands } = simulate({
    heads,
    made: (step) => ({ head: heads[at(step) - 1]!, files }),
    ...script,
    start: {
      task: 'Mend the coupon totals of the basket',
      strategy: 'loop',
      loop: { max_passes: 3, suppressed: null, accept: false },
      ...script.start,
    },
  })
  const notes = commands.flatMap((command) =>
    command.do === 'agent' && command.call.role === 'maker' ? [command.call.note ?? ''] : [],
  )
  return notes
    .map((note) => note.split('\n\n'))
    .map((parts) => [...parts.slice(0, -1), parts.at(-1)!.slice(0, 14)])
}

const head = (pass: number) =>
  `This is pass ${pass} of at most 3: ${focusOf(pass).name}. ${focusOf(pass).text}`
const EARLIER = 'The work of the earlier passes is in your working directory.'
const LIST = 'Keep a list of'

const maker = (first: Partial<Contract>) => (role: string, attempt: number) =>
  role === 'maker' && attempt === 1 ? first : undefined

describe('what the Maker is told in a pass', () => {
  test('first: what the pass is for, and nothing of earlier ones', () => {
    expect(told({})).toEqual([[head(1), LIST]])
  })

  test('then: its list, where only that is open; green work that nobody held anything against needs no feedback', () => {
    const todos: Contract['todos'] = [
      { content: 'coupon', status: 'completed' },
      { content: 'totals', status: 'pending' },
    ]
    const list = 'Your list at the end of the last pass:\n- coupon: completed\n- totals: pending'
    expect(told({ agent: maker({ todos }) })).toEqual([
      [head(1), LIST],
      [head(2), EARLIER, list, LIST],
    ])
  })

  test('what is red, and no list where there is none', () => {
    const [, second] = told({ green: (kind, nth) => kind !== 'merged' || nth > 1 })
    expect(second?.slice(0, 2)).toEqual([head(2), EARLIER])
    expect(second?.[2]).toBe('Your work was checked. Mend exactly this, and nothing else:')
    expect(second?.join('\n')).toContain('npm test exited 1')
    expect(second?.join('\n')).not.toContain('Your list')
    expect(second?.at(-1)).toBe(LIST)
  })

  test('what a review rejected', () => {
    const critical = finding({ file: 'src/coupon.ts', description: 'totals are wrong' })
    const reject = (role: string, attempt: number): Partial<Contract> | undefined =>
      role === 'sage' && attempt === 1 ? { verdict: 'REJECTED', findings: [critical] } : undefined
    const [, second] = told({ agent: reject })
    expect(second?.join('\n')).toContain('totals are wrong')
  })

  test('why the last pass stopped short, if it did', () => {
    const [, second] = told({ agent: maker({ status: 'BLOCKED', notes: 'no network' }) })
    expect(second?.filter((part) => part.startsWith('The last pass'))).toEqual([
      expect.stringMatching(/^The last pass reported that it is blocked: no network\nLook into it first/),
    ])
  })
})

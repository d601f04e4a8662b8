import { expect, test } from 'vitest'
import { weighingOf } from '../../src/cli/replay/weighing.ts'
import { Problem } from '../../src/runtime/problem.ts'

const weigh = (options: Record<string, unknown>, reviewers = ['guardian', 'sage']) =>
  weighingOf({ args: [], options, json: false, cwd: '', env: {}, out: () => {} }, reviewers)

function said(options: Record<string, unknown>, reviewers?: string[]): string {
  try {
    return JSON.stringify(weigh(options, reviewers))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return `${error.exitCode}: ${error.message}. ${error.fix}`
  }
}

test('nothing said: all weigh the same, and half of them block', () => {
  expect(weigh({})).toEqual({ weights: {}, threshold: 0.5, without: [] })
  expect(weigh({}, [])).toEqual({ weights: {}, threshold: 0.5, without: [] })
})

test('what is said; of a weight that is said twice, the last', () => {
  const options = {
    weight: ['guardian=2', 'sage=0.5', 'guardian=3'],
    threshold: '1',
    without: ['sage', 'sage'],
  }
  expect(weigh(options)).toEqual({ weights: { guardian: 3, sage: 0.5 }, threshold: 1, without: ['sage'] })
})

test.each([
  [{ without: ['skeptik'] }, '"skeptik" did not review in this run. Those who did: guardian, sage.'],
  [{ weight: ['explorer=2'] }, '"explorer" did not review in this run. Those who did: guardian, sage.'],
  [{ weight: ['guardian'] }, '--weight does not understand "guardian". Write a reviewer and a number'],
  [{ weight: ['=2'] }, '--weight does not understand "=2"'],
  [{ weight: ['guardian=-1'] }, '--weight does not understand "guardian=-1"'],
  [{ weight: ['guardian=Infinity'] }, '--weight does not understand "guardian=Infinity"'],
  [{ weight: ['guardian=0x10'] }, '--weight does not understand "guardian=0x10"'],
  [{ weight: [`guardian=${'9'.repeat(400)}`] }, '--weight does not understand'],
  [
    { weight: ['guardian=0', 'sage=0'] },
    'Nobody with any weight is left. Leave one of them in: guardian, sage.',
  ],
  [{ without: ['guardian', 'sage'] }, 'Nobody with any weight is left.'],
  [{ without: ['guardian'], weight: ['sage=0'] }, 'Nobody with any weight is left.'],
  [{ threshold: '0' }, '--threshold does not understand "0". Write a number above 0 and at most 1.'],
  [{ threshold: '1.01' }, '--threshold does not understand "1.01"'],
  [{ threshold: 'half' }, '--threshold does not understand "half"'],
])('%j: one sentence', (options, sentence) => {
  expect(said(options)).toMatch(/^2: /)
  expect(said(options)).toContain(sentence)
})

test('where nobody reviewed, nobody can be weighed', () => {
  expect(said({ weight: ['sage=2'] }, [])).toBe('2: "sage" did not review in this run. Nobody did.')
})

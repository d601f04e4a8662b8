import { expect, test } from 'vitest'
import type { Detection } from '../../src/trace/watch.ts'
import { diagnosed, diagnosing, edit, read, shell, stepsOf, watchSaying } from './hand-made.ts'

const PYTEST = (failed: number, passed: number) =>
  shell(
    'pytest',
    failed > 0
      ? { text: `== ${failed} failed, ${passed} passed in 0.1s ==`, isError: true }
      : `== ${passed} passed in 0.1s ==`,
  )

test('progress stops at the last agent step that moved the work forward', () => {
  const run = diagnosed([
    read('a.py'),
    edit('a.py', 'b'),
    read('a.py'),
    shell('ls'),
    edit('a.py', 'b'),
    shell('ls'),
  ])
  expect(run.steps).toBe(6)
  expect(run.stopped).toMatchObject({ step: 2, kind: 'edit', forward: 2, after: 4, share: null })
  expect(run.stopped.why).toContain('a.py')
  expect(run.trail).toBe('RE....')
})

test('an edit that was refused, and one that was made before, are no progress', () => {
  const refused = { text: 'String to replace not found in file.', isError: true }
  const run = diagnosed([
    edit('a.py', 'b'),
    ['Edit', { file_path: '/home/me/app/a.py', old_string: 'x', new_string: 'y' }, refused],
    edit('a.py', 'b'),
  ])
  expect(run.stopped.step).toBe(1)
  expect(run.trail).toBe('Ex.')
})

test('tests that become better are progress, and tests that stay as they were are not', () => {
  const run = diagnosed([PYTEST(5, 1), PYTEST(3, 3), PYTEST(3, 3), PYTEST(4, 2), PYTEST(3, 3), PYTEST(0, 6)])
  expect(run.trail).toBe('xTxxxT')
  expect(run.stopped).toMatchObject({ step: 6, kind: 'test' })
})

test('a run in which nothing moved forward has lost all of its spend', () => {
  const run = diagnosed([shell('ls', 'x'.repeat(4_000)), shell('ls', 'x'.repeat(4_000)), shell('ls')], {
    head: { resolved: false },
  })
  expect(run.stopped).toMatchObject({ step: 0, kind: null, after: 3 })
  expect(run.spend.before.tokens).toBe(0)
  expect(run.spend.after.tokens).toBe(run.spend.total.tokens)
  expect(run.spend).toMatchObject({ tokens_from: 'estimate', usd_from: 'unknown' })
  expect(run.spend.total.tokens).toBeGreaterThan(2_000)
})

test('the transcript’s own tokens count, and money follows by the list where the model has a price', () => {
  const diagnosis = diagnosing({ head: { model: 'claude-sonnet-5' } })
  const [first, second] = stepsOf([edit('a.py', 'b'), shell('ls')])
  diagnosis.spend({ input: 1_000_000, output: 100_000, usd: null, cached: 500_000 })
  diagnosis.step(first!, null)
  diagnosis.spend({ input: 3_000_000, output: 0, usd: null })
  diagnosis.step(second!, null)
  const { spend } = diagnosis.end(null)
  expect(spend).toMatchObject({ tokens_from: 'transcript', usd_from: 'prices' })
  expect(spend.before.tokens).toBe(1_100_000)
  expect(spend.after.tokens).toBe(3_000_000)
  // 0.5 M fresh at $2, 0.5 M cached at $0.2, 0.1 M out at $10; then 3 M fresh.
  expect(spend.before.usd).toBeCloseTo(1 + 0.1 + 1)
  expect(spend.after.usd).toBeCloseTo(6)
})

test('the transcript’s own money beats the list', () => {
  const diagnosis = diagnosing({ head: { model: 'claude-sonnet-5' } })
  const [step] = stepsOf([shell('ls')])
  diagnosis.step(step!, null)
  diagnosis.spend({ input: 10, output: 10, usd: 0.25 })
  expect(diagnosis.end(null).spend).toMatchObject({
    usd_from: 'transcript',
    total: { tokens: 20, usd: 0.25 },
  })
})

test('a sum of money for the whole run is shared out by what was sent and said', () => {
  const diagnosis = diagnosing({ head: { model: 'nobody-knows' } })
  const [first, second] = stepsOf([edit('a.py', 'b'), shell('ls')])
  diagnosis.spend({ input: 100, output: 0, usd: null })
  diagnosis.step(first!, null)
  diagnosis.spend({ input: 300, output: 0, usd: null })
  diagnosis.step(second!, null)
  diagnosis.spend({ input: null, output: null, usd: 8 })
  const { spend } = diagnosis.end(null)
  expect([spend.before.usd, spend.after.usd, spend.total.usd]).toEqual([2, 6, 8])
})

test('where a request is told of only after its calls came back, it still counts to its own step', () => {
  const diagnosis = diagnosing()
  const [first, second, third] = stepsOf([edit('a.py', 'b'), shell('ls'), shell('pwd')])
  diagnosis.step(first!, null)
  diagnosis.spend({ input: 100, output: 0, usd: null })
  diagnosis.step(second!, null)
  diagnosis.spend({ input: 200, output: 0, usd: null })
  diagnosis.step(third!, null)
  diagnosis.spend({ input: 300, output: 0, usd: null })
  const { spend } = diagnosis.end(null)
  expect([spend.before.tokens, spend.after.tokens]).toEqual([100, 500])
})

const seen = (at: number, tier: Detection['tier']): Detection => ({
  detector: 'trace.same-call',
  tier,
  at,
  share: null,
  probability: null,
  evidence: ['the same call three times'],
})

test('what wiggum would have done: told the agent, then halted, with the best state by then', () => {
  const watch = watchSaying([seen(2, 'nudge'), seen(4, 'halt')], {
    best: () => ({ step: 0, checked: true, why: 'tests green' }),
  })
  const calls = [edit('a.py', 'b'), ...Array.from({ length: 6 }, () => shell('ls', 'y'.repeat(400)))]
  const run = diagnosed(calls, { watch, maxSteps: 10 })
  expect(run.detections.map(({ step, tier }) => [step, tier])).toEqual([
    [3, 'nudge'],
    [5, 'halt'],
  ])
  expect(run.would.nudge).toEqual({ step: 3, detector: 'trace.same-call' })
  expect(run.would.halt).toMatchObject({ step: 5, best: { step: 1, why: 'tests green' } })
  expect(run.would.halt!.saved.tokens).toBeGreaterThan(0)
  expect(run.would.halt!.saved.tokens).toBeLessThan(run.spend.after.tokens)
})

test('a nudge that would have come with the halt, or after it, is not counted', () => {
  const watch = watchSaying([seen(1, 'halt'), seen(1, 'nudge'), seen(2, 'nudge')])
  const run = diagnosed([shell('a'), shell('b'), shell('c')], { watch })
  expect(run.would.nudge).toBeNull()
  expect(run.would.halt).toMatchObject({ step: 2, best: null })
})

test('the budget is the transcript’s own, else what was given, else unknown; the watch gets its share', () => {
  const shares: (number | null)[] = []
  const watch = watchSaying([], {
    add: (_, share) => {
      shares.push(share)
      return []
    },
  })
  const calls = [shell('a'), shell('b')]
  expect(diagnosed(calls, { watch, head: { maxSteps: 4 }, maxSteps: 8 }).budget).toEqual({
    steps: 4,
    from: 'transcript',
  })
  expect(diagnosed(calls, { watch, maxSteps: 8 }).budget).toEqual({ steps: 8, from: 'flag' })
  expect(diagnosed(calls, { watch }).budget).toEqual({ steps: null, from: 'unknown' })
  expect(shares).toEqual([0.25, 0.5, 0.125, 0.25, null, null])
})

test('the risk of a wrong claim is asked for only where one was made', () => {
  const trace = { probability: 0.7, reasons: ['no tests'], calibrated: false }
  const watch = watchSaying([], { falseCompletion: () => ({ trace, verified: null }) })
  expect(diagnosed([shell('a')], { watch, how: 'finished' }).false_completion).toEqual(trace)
  expect(diagnosed([shell('a')], { watch, how: 'cut' }).false_completion).toBeNull()
})

test('what it keeps does not grow with the run', () => {
  const all = Array.from({ length: 1_000 }, (_, at) => seen(at, 'nudge'))
  const run = diagnosed(
    Array.from({ length: 1_000 }, () => shell('ls')),
    { watch: watchSaying(all), head: { task: 'x'.repeat(100_000) } },
  )
  expect(run.steps).toBe(1_000)
  expect(JSON.stringify(run).length).toBeLessThan(20_000)
})

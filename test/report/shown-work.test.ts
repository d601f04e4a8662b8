import { describe, expect, test } from 'vitest'
import { terminalReport } from '../../src/cli/terminal-report.ts'
import { htmlReport } from '../../src/report/html/page.ts'
import { markdownReport } from '../../src/report/markdown.ts'
import { runFacts } from '../../src/report/run-facts.ts'
import { golden } from '../golden/golden.ts'

describe('a run whose branch shows an earlier attempt than the last', () => {
  const events = golden('cycles-used-up')
  const facts = runFacts(events)!
  const heads = events.flatMap(({ type, data }) => (type === 'work.collected' ? [data.head] : []))
  const [best, last] = heads as [string, string]
  const rescued = events.flatMap(({ type, data }) => (type === 'rescue.saved' ? [data.ref] : []))

  test('what changed is what the branch holds, and it is said where the last attempt is', () => {
    const ended = events.flatMap(({ type, data }) => (type === 'run.complete' ? [data.head] : []))
    expect([best, heads.length]).toEqual([ended[0], 2])
    expect(facts.changes).toMatchObject({
      head: best,
      added: 5,
      last_attempt: { head: last, ref: rescued[0] },
    })
  })

  test('every form says it', () => {
    const words = `The last one, ${last.slice(0, 10)}, is kept as ${rescued[0]}`
    const forms = [
      markdownReport(facts),
      htmlReport(facts, { live: false }),
      terminalReport(facts).join('\n'),
    ]
    for (const form of forms) expect(form).toContain(words)
  })

  test('verdicts and checks are about it, too', () => {
    const green = 'npm test: green on the merged tree'
    expect(facts.outcome.proof).toContain(green)
    const red = events.map((event) =>
      event.type === 'verify.complete' && event.data.kind === 'merged' && event.seq > 40
        ? { ...event, data: { ...event.data, green: false } }
        : event,
    )
    expect(runFacts(red)!.outcome.proof).toContain(green)
    const other = events.map((event) =>
      event.type === 'review.verdict' && event.data.archetype === 'sage' && event.data.head === last
        ? { ...event, data: { ...event.data, verdict: 'REJECTED' as const } }
        : event,
    )
    expect(runFacts(other)!.outcome.proof).toContain('Rejected by Guardian')
  })

  test('what stands on the branch is open as well, and marked', () => {
    expect(facts.outcome.open.filter((line) => line.startsWith('on the branch: '))).toEqual([
      expect.stringContaining('begins with punctuation'),
    ])
  })
})

test('a branch that shows the last attempt needs no words about another', () => {
  expect(runFacts(golden('findings-open'))!.changes!.last_attempt).toBeNull()
})

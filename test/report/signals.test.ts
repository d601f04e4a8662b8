import { describe, expect, test } from 'vitest'
import type { WiggumEvent } from '../../src/core/events.ts'
import { applyEvent } from '../../src/core/fold.ts'
import { initialState } from '../../src/core/state.ts'
import { markdownReport } from '../../src/report/markdown.ts'
import { progressLine } from '../../src/report/progress.ts'
import { runFacts } from '../../src/report/run-facts.ts'
import { type Script, simulate } from '../core/simulate.ts'
import { systemPolicy } from '../core/system-policy.ts'

const heads = ['1', '2', '3'].map((digit) => digit.repeat(40))

/** A Maker that changes four files too many, as often as told. */
const creeping = (times: number, over: Script = {}): Script => ({
  agent: (role) => (role === 'creator' ? { files: ['src/x.js'] } : undefined),
  made: (_, attempt) => ({
    head: heads[attempt - 1]!,
    files: ['x', ...(attempt <= times ? ['a', 'b', 'c', 'd'] : [])].map((name) => ({
      path: `src/${name}.js`,
    })),
  }),
  start: { policy: systemPolicy() },
  ...over,
})

/** Every line that a screen would have shown, as it would have shown it then. */
function lines(events: WiggumEvent[]): string[] {
  const state = initialState('run')
  return events.flatMap((event) => {
    applyEvent(state, event)
    const line = progressLine(event, state)
    return line ? [`[${line.stage}] ${line.what} ${line.result}`.trim()] : []
  })
}

const reported = (events: WiggumEvent[]) => markdownReport(runFacts(events)!)

describe('a signal and what was done about it', () => {
  test('are a line each while the run goes on', () => {
    const shown = lines(simulate(creeping(1)).events)
    const at = shown.indexOf(
      '[Run] ⚠ the run: far more files than planned 5 files of code were changed, the plan lists 1',
    )
    expect(at).toBeGreaterThan(0)
    expect(shown[at + 1]).toBe('[Run] corrected: the Maker is called again')
  })

  test('are a row of the report', () => {
    const report = reported(simulate(creeping(1)).events)
    const row = report.split('\n').find((line) => line.includes('far more files than planned'))
    expect(row).toContain('1-do-maker')
    expect(row).toContain('not in the plan: src/d.js')
    expect(row).toContain('corrected: the Maker is called again')
  })

  test('a person’s answer is what was done the second time', () => {
    const { events } = simulate(creeping(2, { answers: { shadow: 'yes' } }))
    expect(reported(events)).toContain('went on: a person said so')
  })

  test('what nobody did anything about yet says so', () => {
    const { events } = simulate(creeping(1))
    const seen = events.findIndex(({ type }) => type === 'shadow.detected')
    expect(reported(events.slice(0, seen + 1))).toContain('nothing yet')
  })

  test('a run without one has no such section', () => {
    expect(reported(simulate().events)).not.toContain('## Signals')
  })
})

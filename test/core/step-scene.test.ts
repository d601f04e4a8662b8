import { describe, expect, test } from 'vitest'
import type { WiggumEvent } from '../../src/core/events.ts'
import { stepScene } from '../../src/core/scenes/step-scene.ts'
import { finding, type Script, simulate } from './simulate.ts'

const SURE = { task_understanding: 0.9, solution_completeness: 0.9, risk_coverage: 0.9 }
const CONCERNS = ['it loses the last item', 'accents are dropped', 'a number throws a TypeError']

/** Three cycles; the Guardian rejects each time, over something else. */
const script: Script = {
  heads: ['1', '2', '3'].map((digit) => digit.repeat(40)),
  files: [{ path: 'src/x.js' }, { path: 'test/x.test.js', test: true }],
  agent: (role, attempt) => {
    if (role === 'creator') return { confidence: SURE, files: ['src/x.js'], test_strategy: ['a case'] }
    if (role !== 'guardian') return undefined
    const description = CONCERNS[(attempt - 1) % CONCERNS.length]!
    return { verdict: 'REJECTED', findings: [finding({ description })] }
  },
  start: { strategy: 'pdca', workflow: 'fast', max_cycles: 3 },
}

describe('the scene of a step', () => {
  const sceneOf = (id: string, of = simulate(script).state) => stepScene(of, of.steps[id]!)
  const corrected = (rung: 'correct' | 'replace') =>
    simulate(script, afterCorrection(simulate(script).events, rung)).state

  test('has the verdicts of the cycles before', () => {
    expect(sceneOf('3-check-guardian')?.verdictsBefore).toEqual(['REJECTED', 'REJECTED'])
  })

  test('has no verdict of a reviewer that was replaced since', () => {
    const on = corrected('replace')
    expect(on.steps['3-check-guardian']).toMatchObject({ attempt: 4, outcome: 'complete' })
    expect(sceneOf('3-check-guardian', on)?.verdictsBefore).toEqual([])
  })

  test('has them all where the reviewer was only corrected', () => {
    const on = corrected('correct')
    expect(on.steps['3-check-guardian']).toMatchObject({ attempt: 4, outcome: 'complete' })
    expect(sceneOf('3-check-guardian', on)?.verdictsBefore).toEqual(['REJECTED', 'REJECTED'])
  })

  test('says whether its work began at the base', () => {
    const began = ['1-do-maker', '2-do-maker', '1-check-guardian', '2-check-guardian']
    const { state } = simulate(script)
    expect(began.map((id) => sceneOf(id, state)?.change?.fromBase)).toEqual([true, false, true, false])
  })
})

/** The log up to the third verdict, and what was done about it. */
function afterCorrection(events: WiggumEvent[], rung: 'correct' | 'replace'): WiggumEvent[] {
  const step = '3-check-guardian'
  const at = events.findIndex((event) => event.type === 'review.verdict' && event.data.step === step)
  const before = events.slice(0, at + 1)
  const last = before.at(-1)!
  const shadow = 'guardian.paranoid'
  const data = { signal: `${shadow}@${step}@3`, shadow, rung, step, attempt: 3, text: 'show it' }
  const event = { ...last, seq: last.seq + 1, type: 'correction.applied' as const, parent: [last.seq] }
  return [...before, { ...event, data: { ...data, layer: 'archetype' } }]
}

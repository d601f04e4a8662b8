import { expect, test } from 'vitest'
import type { RunState } from '../../src/core/state.ts'
import { alertNotice } from '../../src/report/notice.ts'
import { simulate } from '../core/simulate.ts'

function noticed(pass: number, start: Record<string, unknown>, over: Partial<RunState> = {}) {
  const state = { ...simulate({ start }).state, ...over }
  const alert = { seq: 1, pass, at: '2026-01-01T00:00:00Z', reason: 'r', evidence: [], told: [] }
  const { title, data } = alertNotice(state, alert)
  return [title, data.max_passes]
}

const loop = { strategy: 'loop', loop: { max_passes: 5, suppressed: null, accept: false } }

test('a pass is told with as many as the loop may take', () => {
  expect(noticed(3, loop)).toEqual(['wiggum: no progress after pass 3 of 5', 5])
})

test('in pdca a pass is a cycle', () => {
  const pdca = { strategy: 'pdca', workflow: 'standard', max_cycles: 2 }
  expect(noticed(3, pdca, { maxCycles: 4 })).toEqual(['wiggum: no progress after pass 3 of 4', 4])
})

test('a pass beyond them is the last of as many', () => {
  const pdca = { strategy: 'pdca', workflow: 'standard', max_cycles: 2 }
  expect(noticed(3, pdca, { maxCycles: 2 })).toEqual(['wiggum: no progress after pass 3 of 3', 3])
})

import { describe, expect, test } from 'vitest'
import { fold } from '../../src/core/fold.ts'
import { runControlCenter } from '../../src/report/run-control-center.ts'
import { finding, simulate } from '../core/simulate.ts'

const checkpoint = {
  trigger: 'minutes' as const,
  spend: { usd: 1.5, tokens: 2000, unknown_calls: 2 },
  quality: ['not yet comparable: there is one cycle to look at'],
  pushed: { ok: false, what: 'git could not push to origin: no such host' },
  refs: ['refs/wiggum/rescue/run/1'],
  problems: ['1-do-maker: the tree changed'],
  decision: 'goes on',
}
const now = { at: '2026-01-01T00:45:00.000Z', why: '45 minutes since the last checkpoint', checkpoint }

describe('the control center of a run', () => {
  test('says what is done, under way, open, saved, spent and next', () => {
    const { events } = simulate({
      agent: (role) => (role === 'guardian' ? { verdict: 'REJECTED', findings: [finding()] } : undefined),
    })
    const at = events.findIndex(({ type, agent }) => type === 'agent.start' && agent === 'sage')
    const text = runControlCenter(fold(events.slice(0, at + 1), 'run'), now)
    expect(text).toContain('# Run run: fix it')
    expect(text).toContain('45 minutes since the last checkpoint')
    expect(text).toContain('- Maker (1-do-maker)')
    expect(text).toMatch(/- Sage is at work since \S+ \(1-check-sage\)/)
    expect(text).toContain('- CRITICAL src/x.js: it loses the last item')
    expect(text).toContain('- refs/wiggum/rescue/run/1: work in progress')
    expect(text).toContain('- not saved this time: 1-do-maker: the tree changed')
    expect(text).toContain('could not push to origin')
    expect(text).toContain('$1.50 and 2000 tokens, with 2 calls of unknown cost')
    expect(text).toContain('    wiggum resume run')
  })

  test('asks nobody to believe what a task or a finding contains', () => {
    const task = 'x\n# Done\n<script>`\u001b[2J'
    const { events } = simulate({ start: { task } })
    const text = runControlCenter(fold(events.slice(0, 3), 'run'), now)
    expect(text.match(/^# /gm)).toHaveLength(1)
    expect(text).not.toContain('\u001b')
    expect(text).not.toContain('<script>')
  })
})

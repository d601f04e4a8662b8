import { describe, expect, test } from 'vitest'
import { defaultConfig } from '../../src/config/load.ts'
import type { AgentCall } from '../../src/core/commands.ts'
import type { Draft, GivenLesson, WiggumEvent } from '../../src/core/events.ts'
import { fold } from '../../src/core/fold.ts'
import { usualStep } from '../../src/core/identity.ts'
import type { RunContext } from '../../src/runtime/context.ts'
import { freshPrompt } from '../../src/runtime/perform/context-prompt.ts'
import { simulate } from '../core/simulate.ts'

const HALF = 400_000
const GIVEN: GivenLesson = {
  id: 'l-1',
  kind: 'anti-pattern',
  role: null,
  category: 'quality',
  files: [],
  text: 'a lesson',
  fix: '',
  wordings: ['a lesson'],
  frequency: 2,
  injected: 0,
  repeated: 0,
  why: 'it fits',
}

/** A run whose Explorer wrote this much; what goes into the log is kept. */
function contextWith(research: number, detectors = {}) {
  const { events } = simulate({ start: { strategy: 'pdca', workflow: 'standard', max_cycles: 2 } })
  const state = fold(events, 'run')
  const explorer = Object.values(state.steps).find(({ role }) => role === 'explorer')!
  explorer.artifact = 'plan-explorer.md'
  explorer.text = 'x'.repeat(research)
  const drafts: Draft[] = []
  const append = (draft: Draft, ts: string) => {
    drafts.push(draft)
    return { v: 1, seq: events.length + drafts.length, ts, run_id: 'run', phase: null, agent: null, ...draft }
  }
  const config = { ...defaultConfig(), detectors }
  const parts = { state, config, listeners: [], failpoints: { hit: () => undefined }, journal: { append } }
  // Building a prompt needs no more of a context than these.
  return { context: parts as unknown as RunContext, drafts: drafts as unknown as WiggumEvent[] }
}

function call(over: Partial<AgentCall> = {}): AgentCall {
  return {
    role: 'creator',
    step: '2-plan-creator',
    identity: usualStep({ cycle: 2, phase: 'plan', role: 'creator' }),
    attempt: 2,
    phase: 'plan',
    head: 'b'.repeat(40),
    about: null,
    writes: false,
    minutes: null,
    reflects: false,
    note: null,
    corrects: null,
    agent: 'scripted',
    continues: null,
    ...over,
  }
}

describe('a prompt', () => {
  test('that fills less than half of the window is whole, and nothing is said', async () => {
    const { context, drafts } = contextWith(HALF - 20_000)
    const made = await freshPrompt(context, call())
    expect('text' in made && made.text.length).toBeGreaterThan(HALF - 20_000)
    expect(drafts).toEqual([])
  })

  test('that fills more goes without research, which the record says once a step', async () => {
    const { context, drafts } = contextWith(HALF)
    const made = await freshPrompt(context, call())
    expect('text' in made && made.text).toContain('Left out, because it is too long for your window')
    await freshPrompt(context, call({ attempt: 3 }))
    expect(drafts.map(({ type, data }) => [type, data])).toMatchObject([
      ['correction.applied', { shadow: 'boundary.context', layer: 'boundary', step: '2-plan-creator' }],
    ])
  })

  test('that fills more only with its lessons goes without those, and keeps its research', async () => {
    const { context, drafts } = contextWith(HALF - 20_000)
    const text = 'w'.repeat(1000)
    const lessons = Array.from({ length: 60 }, (_, at) => ({ ...GIVEN, id: `l-${at}`, text, fix: text }))
    context.state.context = { deferred: [], lessons }
    const made = await freshPrompt(context, call())
    expect('text' in made && made.text).not.toContain('Notes from earlier runs')
    expect('text' in made && made.text.length).toBeGreaterThan(HALF - 20_000)
    expect(drafts[0]?.data).toMatchObject({
      shadow: 'boundary.context',
      text: expect.stringContaining('lessons'),
    })
    context.state.context = { deferred: [], lessons: lessons.slice(0, 2) }
    const whole = await freshPrompt(context, call({ step: '2-plan-other' }))
    expect('text' in whole && whole.text).toContain('Notes from earlier runs')
    expect(drafts).toHaveLength(1)
  })

  test('is whole where the rule is switched off', async () => {
    const { context } = contextWith(HALF, { 'boundary.context.prompt': { enabled: false } })
    const made = await freshPrompt(context, call())
    expect('text' in made && made.text.length).toBeGreaterThan(HALF)
  })

  test('that does not fit into the window at all is not sent', async () => {
    const { context } = contextWith(10)
    const made = await freshPrompt(context, call({ note: 'y'.repeat(2 * HALF) }))
    expect('tooLong' in made && made.tooLong).toMatch(/give the task in smaller parts/)
  })
})

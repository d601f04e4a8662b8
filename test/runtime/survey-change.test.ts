import { expect, test } from 'vitest'
import type { Draft } from '../../src/core/events.ts'
import { fold } from '../../src/core/fold.ts'
import type { RunContext } from '../../src/runtime/context.ts'
import { realOutside } from '../../src/runtime/outside.ts'
import { performSurveyChange } from '../../src/runtime/perform/survey-change.ts'
import { HEAD, simulate } from '../core/simulate.ts'

test('a change that cannot be looked at is a warning on the record, in one sentence', async () => {
  const { events } = simulate({})
  const drafts: Draft[] = []
  const append = (draft: Draft, ts: string) => {
    drafts.push(draft)
    return { v: 1, seq: events.length + drafts.length, ts, run_id: 'run', phase: null, agent: null, ...draft }
  }
  const parts = {
    state: fold(events, 'run'),
    outside: realOutside,
    vault: { dir: '/nonexistent/vault.git' },
    listeners: [],
    failpoints: { hit: () => undefined },
    journal: { append },
  }
  // Looking at a change needs no more of a context than these.
  const context = parts as unknown as RunContext
  await performSurveyChange(context, { head: HEAD, todos: [], defended: [] })
  expect(drafts).toMatchObject([
    { type: 'change.surveyed', data: { head: HEAD, files: [], anchors: [], patterns: [] } },
  ])
  const [draft] = drafts
  const problem = draft?.type === 'change.surveyed' ? draft.data.problem : null
  expect(problem).toMatch(/^drift could not be looked for: .+/)
  expect(problem).not.toContain('\n')
})

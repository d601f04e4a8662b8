import { describe, expect, test } from 'vitest'
import { honestStories, playHonest, stuckStories } from './breaker-stories.ts'
import { run } from './loop-play.ts'

describe('a loop that stands still', () => {
  test.each(stuckStories)('$name: seen by $rule within $within passes', ({ script, rule, within }) => {
    const { state, events } = run(script)
    const opened = events.flatMap((event) => (event.type === 'breaker.transition' ? [event.data] : []))[0]
    expect(opened).toMatchObject({ from: 'CLOSED', to: 'OPEN' })
    expect(opened?.signals).toContain(rule)
    expect(opened?.pass).toBe(within)
    expect(opened?.evidence.length).toBeGreaterThanOrEqual(opened!.signals.length)
    expect(state.merged).toBeNull()
  })
})

describe('a loop that only looks like it', () => {
  test.each(honestStories)('stays closed: $name', (story) => {
    const { state } = playHonest(story)
    expect(state.breaker.moves).toEqual([])
    expect(state.broken).toBeNull()
    expect(state.passes.length).toBeGreaterThan(0)
  })
})

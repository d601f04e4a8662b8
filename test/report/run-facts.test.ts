import { describe, expect, test } from 'vitest'
import { sampleDrafts } from '../../bench/sample-events.ts'
import type { WiggumEvent } from '../../src/core/events.ts'
import { collectFacts } from '../../src/report/facts/collect.ts'
import { htmlReport } from '../../src/report/html/page.ts'
import { markdownReport } from '../../src/report/markdown.ts'
import { hideInData } from '../../src/secrets/known.ts'
import { cycles } from '../core/recorded-scripts.ts'
import { simulate } from '../core/simulate.ts'
import { factsOf, goingRound, stuckEvents } from './html-play.ts'

const sum = (all: number[]) => all.reduce((one, other) => one + other, 0)

describe('the facts of a run', () => {
  const { events, state } = simulate(goingRound())
  const facts = factsOf(events)

  test('every call is there once, with what it took; shares and points add up to what was spent', () => {
    const calls = facts.spans.items.filter(({ kind }) => kind === 'call')
    expect(calls.length).toBe(events.filter(({ type }) => type === 'agent.complete').length)
    for (const { shares, points } of [facts.spend.by_role, facts.spend.by_model]) {
      expect(sum(shares.map(({ calls: each }) => each))).toBe(calls.length)
      expect(sum(shares.map(({ usd }) => usd))).toBeCloseTo(state.spend.usd)
      expect(sum(points.at(-1)!.usd)).toBeCloseTo(state.spend.usd)
      expect(sum(points.at(-1)!.tokens)).toBe(state.spend.tokens)
    }
    const maker = facts.spend.by_role.shares.find(({ name }) => name === 'Maker')
    expect(maker).toMatchObject({ calls: 3, ms: 270_000 })
  })

  test('findings are told by cycle, with what became of each', () => {
    expect(facts.findings.unit).toBe('cycle')
    const [first, second, third] = facts.findings.cycles
    expect(first).toMatchObject({ cycle: 1, critical: 1, warning: 1, fates: null })
    expect(second).toMatchObject({ cycle: 2, critical: 1, fates: { new: 1, resolved: 2 } })
    expect(third).toMatchObject({ cycle: 3, critical: 2, fates: { regressed: 2, resolved: 1 } })
    expect(third!.findings.map(({ fate }) => fate).sort()).toEqual(['REGRESSED', 'REGRESSED', 'RESOLVED'])
  })

  test('the graph has every event or says how many not, and parents that come before', () => {
    const { nodes, left_out, lanes } = facts.graph
    expect(nodes.length + sum(left_out.map(({ count }) => count))).toBe(events.length)
    expect(lanes[0]).toBe('wiggum')
    const known = new Set<number>()
    for (const { seq, parents } of nodes) {
      if (seq > 1) expect(parents.length, `parents of ${seq}`).toBeGreaterThan(0)
      for (const parent of parents) expect(known.has(parent)).toBe(true)
      known.add(seq)
    }
  })

  test('a run that gets nowhere tells its passes and the breaker', () => {
    const stuck = factsOf(stuckEvents())
    expect(stuck.breaker.state).toBe('OPEN')
    expect(stuck.breaker.moves.items[0]).toMatchObject({ from: 'CLOSED', to: 'OPEN' })
    expect(stuck.breaker.passes.items.length).toBeGreaterThan(1)
    expect(stuck.outcome).toMatchObject({ mark: 'bad', exit_code: 23, live: false })
    expect(stuck.outcome.open.length).toBeGreaterThan(0)
  })

  test('what landed says what proves it; what waits says for what', () => {
    const landed = factsOf(simulate().events)
    expect(landed.outcome).toMatchObject({ mark: 'good', status: 'landed', open: [] })
    expect(landed.outcome.landed).toMatch(/^Yes: f[a-f0-9]{9} on main$/)
    expect(landed.outcome.proof.join()).toContain('npm test: green on the merged tree')
    const asked = factsOf(simulate({ ...cycles['the Maker does more than is planned']!, answers: {} }).events)
    expect(asked.outcome).toMatchObject({ mark: 'wait', status: 'waiting', live: true })
    expect(asked.outcome.waits!.commands.join()).toContain('wiggum approve run')
  })

  test('a call that is under way has no end; one that was interrupted has', () => {
    const at = events.findIndex(({ type }) => type === 'agent.start')
    const begun = events.slice(0, at + 1)
    expect(factsOf(begun).spans.items.at(-1)).toMatchObject({ end_ms: null, outcome: 'running' })
    const { seq, ts } = begun.at(-1)!
    const stop = {
      ...begun[0]!,
      seq: seq + 1,
      ts,
      type: 'run.interrupted',
      parent: [seq],
      data: { signal: 'SIGINT' },
    }
    const stopped = factsOf([...begun, stop as unknown as WiggumEvent])
    expect(stopped.spans.items.at(-1)).toMatchObject({ outcome: 'interrupted', end_ms: expect.any(Number) })
    expect(stopped.outcome).toMatchObject({ status: 'interrupted', live: false })
  })
})

describe('a long log', () => {
  const COUNT = 30_000
  const collector = collectFacts('long')
  let seq = 0
  for (const draft of sampleDrafts(COUNT)) {
    seq += 1
    const ts = new Date(Date.parse('2026-01-02T00:00:00Z') + seq * 1000).toISOString()
    collector.add({
      v: 1,
      seq,
      ts,
      run_id: 'long',
      phase: null,
      agent: null,
      parent: seq > 1 ? [seq - 1] : [],
      ...draft,
    } as WiggumEvent)
  }
  const facts = collector.facts()!

  test('makes a page that opens: bounded, with sums that are whole and words about what is not shown', () => {
    expect(facts.events).toBe(COUNT)
    const { by_role } = facts.spend
    expect(by_role.points.length).toBeLessThanOrEqual(240)
    expect(sum(by_role.points.at(-1)!.tokens)).toBe(collector.state.spend.tokens)
    expect(facts.spans.items.length + facts.spans.left_out).toBeGreaterThan(5_000)
    expect(facts.spans.left_out).toBeGreaterThan(0)
    const page = htmlReport(facts, { live: false })
    expect(page.length).toBeLessThan(1_000_000)
    expect(page).toContain('are not shown')
    expect(page).toMatch(/\d+ events between are left out/)
    // Calls that are not listed were work all the same: only the list of steps is drawn with a gap.
    expect(page.match(/>\/\/</g)?.length).toBe(1)
    expect(markdownReport(facts).length).toBeLessThan(200_000)
  })
})

test('secrets are hidden wherever they stand, and nothing else is touched', () => {
  const secret = `ghp_${'a1B2'.repeat(9)}`
  const facts = factsOf(simulate({ start: { task: `use ${secret} for it` } }).events)
  const hidden = hideInData(facts, (text) => text.replaceAll(secret, '[hidden]'))
  expect(JSON.stringify(hidden)).not.toContain(secret)
  expect(hidden).toEqual({ ...facts, task: 'use [hidden] for it' })
})

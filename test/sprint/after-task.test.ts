import { describe, expect, it } from 'vitest'
import { afterTask, type SprintPolicy } from '../../src/sprint/after-task.ts'
import { compareQuality } from '../../src/sprint/compare-quality.ts'
import { historyOf, type SprintHistory } from '../../src/sprint/history.ts'
import type { SprintData, SprintDraft, SprintRecord, TaskQuality } from '../../src/sprint/records.ts'

const START = '2026-11-16T08:00:00.000Z'
const FREE: SprintPolicy = { rules: {}, budget: { usd: null, tokens: null } }
const DOLLAR: SprintPolicy = { ...FREE, budget: { usd: 1, tokens: null } }
const GOOD: TaskQuality = { landed: true, red: 0, rounds: 1, findings: 0, files: 2, corrections: 0 }

const at = (minutes: number) => new Date(Date.parse(START) + minutes * 60_000).toISOString()

let runs = 0
function ended(exit: number, over: Partial<SprintData['task.end']> = {}): SprintDraft {
  runs += 1
  const quality = { ...GOOD, landed: exit === 0 }
  const base = { task: `t${runs}`, run: `r${runs}`, exit, reason: '', quality, unknown_calls: 0, took_ms: 1 }
  return { type: 'task.end', data: { ...base, spend: { usd: 0, tokens: 0 }, ...over } }
}

function checkpoint(stop: 'degrading' | 'budget' | null = null): SprintDraft {
  const data = {
    why: 'tasks' as const,
    tasks: 3,
    spend: { usd: 0, tokens: 0 },
    percent: null,
    quality: [],
    push: null,
  }
  return { type: 'policy.checkpoint', data: { ...data, stop } }
}

/** A minute apart, after the start. */
function records(...drafts: SprintDraft[]): SprintRecord[] {
  const start: SprintDraft = { type: 'sprint.start', data: { queue: 'q', budget: FREE.budget } }
  return [start, ...drafts].map(
    (draft, index) => ({ v: 1, seq: index + 1, ts: at(index), ...draft }) as SprintRecord,
  )
}

function history(...drafts: SprintDraft[]): SprintHistory {
  const known = historyOf(records(...drafts))
  if (!known) throw new Error('no sprint is under way')
  return known
}

describe('a checkpoint between tasks', () => {
  it('comes with the third task that ended, failed ones too, and not with the second', () => {
    expect(afterTask(history(ended(0), ended(10), ended(0)), FREE, at(4))).toMatchObject({
      do: 'checkpoint',
      why: '3 tasks ended since the last checkpoint',
      judged: { stop: null },
    })
    expect(afterTask(history(ended(0), ended(10)), FREE, at(4))).toEqual({ do: 'go-on' })
  })

  it('comes after 45 minutes from the start, and not before; never without a task that ended', () => {
    expect(afterTask(history(ended(0)), FREE, at(45))).toMatchObject({
      do: 'checkpoint',
      why: '45 minutes since the last checkpoint',
    })
    expect(afterTask(history(ended(0)), FREE, at(44.99))).toEqual({ do: 'go-on' })
    expect(afterTask(history(), FREE, at(90))).toEqual({ do: 'go-on' })
  })

  it('counts anew from the last one, also when the log is read again after a crash', () => {
    const after = history(ended(0), ended(0), ended(0), checkpoint(), ended(0))
    expect(after).toMatchObject({ checkpointAt: at(4), fresh: 1 })
    expect(afterTask(after, FREE, at(48.9))).toEqual({ do: 'go-on' })
    expect(afterTask(after, FREE, at(49))).toMatchObject({
      do: 'checkpoint',
      why: '45 minutes since the last checkpoint',
    })
  })

  it('does not count a task that waits for an answer', () => {
    expect(afterTask(history(ended(0), ended(20), ended(0)), FREE, at(4))).toEqual({ do: 'go-on' })
  })
})

describe('three failed tasks in a row', () => {
  it.each([10, 12, 13, 14, 21, 22, 23, 24])('with exit code %i are a hard break', (exit) => {
    const boundary = afterTask(history(ended(0), ended(exit), ended(exit), ended(exit)), FREE, at(5))
    expect(boundary.do === 'break' && boundary.failed.map((each) => each.exit)).toEqual([exit, exit, exit])
  })

  it.each([0, 11])('are none if one of them ended with %i', (exit) => {
    expect(afterTask(history(ended(10), ended(exit), ended(10), ended(12)), FREE, at(2)).do).not.toBe('break')
  })

  it('are none with two, and a waiting task between them changes nothing', () => {
    expect(afterTask(history(ended(10), ended(20), ended(10)), FREE, at(4))).toEqual({ do: 'go-on' })
    expect(afterTask(history(ended(10), ended(20), ended(10), ended(12)), FREE, at(5)).do).toBe('break')
  })

  it('can be more or none at all, where the rule was tuned or switched off', () => {
    const all = history(ended(10), ended(10), ended(10))
    const tuned = (setting: object) => ({ ...FREE, rules: { 'break.task-failures': setting } })
    expect(afterTask(all, tuned({ thresholds: { failures: 4 } }), at(4)).do).toBe('checkpoint')
    expect(afterTask(all, tuned({ enabled: false }), at(4)).do).toBe('checkpoint')
  })

  it('go across a checkpoint', () => {
    const all = history(ended(0), ended(0), ended(10), checkpoint(), ended(10), ended(10))
    expect(afterTask(all, FREE, at(7)).do).toBe('break')
  })
})

describe('the budget of a sprint', () => {
  const spending = (...usd: number[]) =>
    history(...usd.map((each) => ended(0, { spend: { usd: each, tokens: 0 } })))

  it('stops it at a checkpoint above 80 %, and not at 80 %', () => {
    expect(afterTask(spending(0.3, 0.3, 0.201), DOLLAR, at(4))).toMatchObject({
      why: '3 tasks ended since the last checkpoint',
      judged: { stop: 'budget' },
    })
    // Eight times 0.1 is a little less or more than 0.8.
    const eight = { ...DOLLAR, rules: { 'boundary.checkpoint': { thresholds: { tasks: 8 } } } }
    expect(afterTask(spending(...Array<number>(8).fill(0.1)), eight, at(9))).toMatchObject({
      judged: { stop: null },
    })
  })

  it('above 80 % stops nothing between two checkpoints; from 95 % on every task is the last', () => {
    expect(afterTask(spending(0.949), DOLLAR, at(2))).toEqual({ do: 'go-on' })
    expect(afterTask(spending(0.95), DOLLAR, at(2))).toMatchObject({
      do: 'checkpoint',
      why: expect.stringContaining('is spent (95 %)'),
      judged: { stop: 'budget' },
    })
  })

  it('counts money and tokens, whichever is nearer to its end, and nothing without a budget', () => {
    const spent = history(ended(0, { spend: { usd: 1, tokens: 96 } }))
    const within = (usd: number | null, tokens: number | null) =>
      afterTask(spent, { ...FREE, budget: { usd, tokens } }, at(2)).do
    expect(within(10, 100)).toBe('checkpoint')
    expect(within(10, null)).toBe('go-on')
    expect(within(null, null)).toBe('go-on')
  })

  it('is spent by waiting tasks too, and by each run once, however often it was left', () => {
    const all = history(
      ended(20, { run: 'one', spend: { usd: 0.2, tokens: 5 } }),
      ended(0, { spend: { usd: 0.1, tokens: 1 } }),
      ended(0, { run: 'one', spend: { usd: 0.3, tokens: 9 } }),
    )
    expect(all.spent.usd).toBeCloseTo(0.4)
    expect(all.spent.tokens).toBe(10)
    expect(all.ends).toHaveLength(2)
  })
})

describe('a stop that a crash came after', () => {
  it('still stands, and more budget takes back the one for the budget', () => {
    const over = [ended(0, { spend: { usd: 0.9, tokens: 0 } }), checkpoint('budget')]
    expect(afterTask(history(...over), DOLLAR, at(5))).toMatchObject({
      do: 'stop',
      judged: { stop: 'budget', percent: 90 },
    })
    expect(afterTask(history(...over), { ...FREE, budget: { usd: 2, tokens: null } }, at(5))).toEqual({
      do: 'go-on',
    })
    expect(afterTask(history(ended(0), checkpoint('degrading')), FREE, at(5))).toMatchObject({ do: 'stop' })
  })

  it('is over with the sprint: the next one begins anew', () => {
    const end: SprintDraft = { type: 'sprint.end', data: { why: 'budget', exit: 24 } }
    expect(historyOf(records(ended(10), ended(10), end))).toBeNull()
    const again: SprintDraft = { type: 'sprint.start', data: { queue: 'q', budget: FREE.budget } }
    expect(history(ended(10), ended(10), end, again, ended(10)).ends).toHaveLength(1)
  })
})

describe('quality, the last task against the first', () => {
  const compared = (last: Partial<TaskQuality>, first: Partial<TaskQuality> = {}) =>
    compareQuality({ ...GOOD, ...first }, { ...GOOD, ...last })

  it('is not degrading for an honest task, nor with one measure worse', () => {
    expect(compared({})).toEqual({ degrading: false, words: [] })
    expect(compared({ landed: false })).toEqual({
      degrading: false,
      words: ['worse: the first task landed, the last did not land'],
    })
    expect(compared({ rounds: 3 }).degrading).toBe(false)
  })

  it('is degrading with two measures worse', () => {
    expect(compared({ landed: false, red: 1 }).degrading).toBe(true)
    expect(compared({ corrections: 2, rounds: 2 }).degrading).toBe(true)
  })

  it('is not degrading if as much became better', () => {
    const worse = { red: 1, findings: 3 }
    expect(compared(worse, { corrections: 2, landed: false }).degrading).toBe(false)
    expect(compared(worse, { corrections: 2 }).degrading).toBe(true)
  })

  it('one fix is one fact: the red verification and the round that it took count once', () => {
    expect(compared({ red: 1, rounds: 2 })).toEqual({
      degrading: false,
      words: [
        'worse: 1 round of work with 0 red verifications for the first task, 2 rounds of work with 1 red verification for the last',
      ],
    })
    expect(compared({}, { red: 1, rounds: 2 }).words[0]).toMatch(/^better: /)
    expect(compared({ red: 1 }, { rounds: 2 }).words).toEqual([])
  })

  it('findings need three more, and twice as many for each changed file', () => {
    const worse = 'worse: findings that count: 1 in 1 file in the first task, 4 in 2 files in the last'
    expect(compared({ findings: 4, files: 2 }, { findings: 1, files: 1 }).words).toEqual([worse])
    expect(compared({ findings: 3, files: 1 }, { findings: 1, files: 1 }).words).toEqual([])
    expect(compared({ findings: 4, files: 3 }, { findings: 1, files: 1 }).words).toEqual([])
  })

  it('corrections need two more', () => {
    expect(compared({ corrections: 1 }).words).toEqual([])
    expect(compared({ corrections: 2 }).words).toEqual([
      'worse: corrections: 0 in the first task, 2 in the last',
    ])
  })

  it('stops a sprint at its checkpoint, and with a single task there is nothing to compare', () => {
    const bad = { quality: { ...GOOD, landed: false, red: 2, rounds: 2 } }
    expect(afterTask(history(ended(0), ended(0), ended(12, bad)), FREE, at(4))).toMatchObject({
      judged: { stop: 'degrading' },
    })
    expect(afterTask(history(ended(12, bad)), FREE, at(46))).toMatchObject({
      do: 'checkpoint',
      judged: { stop: null, quality: [] },
    })
  })
})

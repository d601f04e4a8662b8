import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { WiggumEvent } from '../../src/core/events.ts'
import { adviceOf } from '../../src/core/scoring/advice.ts'
import { figuresOf } from '../../src/core/scoring/figures.ts'
import type { ScoreRow } from '../../src/core/scoring/row.ts'
import { beginScoring, noteForScore, type ScoredRun, scoreRun } from '../../src/core/scoring/score-run.ts'
import { tableOf } from '../../src/core/scoring/table.ts'
import { scoreLines } from '../../src/report/score-lines.ts'
import { eventsOf, type MadeRun, made } from './score-history.ts'

const TIERS = ['haiku', 'sonnet', 'opus']

function scored(events: WiggumEvent[]): ScoredRun {
  const scoring = beginScoring()
  for (const event of events) noteForScore(scoring, event)
  return scoreRun(scoring)!
}

const page = readFileSync('docs/score.md', 'utf8').split('\n## An example\n')[1]!
const MODELS = { guardian: 'opus', sage: 'sonnet', trickster: 'haiku' }

/** The history as the page has it. Every other run is a pipeline, where no event says what was fixed. */
const documented: MadeRun[] = page
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, run, ending, ...cells]) => ({
    run: Number(run),
    ending: ending!,
    strategy: Number(run) % 2 === 1 ? 'pdca' : 'pipeline',
    reviewers: Object.entries(MODELS).flatMap(([role, model], at) => {
      const [letters, cost] = [cells[at * 2]!, cells[at * 2 + 1]!]
      return letters === '' ? [] : [{ role, model, letters, usd: cost === '?' ? null : Number(cost) }]
    }),
  }))

describe('the history of twelve runs in docs/score.md', () => {
  const table = tableOf(documented.map((run) => scored(eventsOf(run))))

  test('comes to the table that the page shows, line by line', () => {
    expect(documented).toHaveLength(12)
    const shown = page.split('```\n')[1]!.trimEnd().split('\n')
    expect(scoreLines(table, adviceOf(table, TIERS))).toEqual(shown)
  })

  test('comes to what was worked out by hand, to more digits than are shown', () => {
    const [guardian, sage, trickster] = table.entries
    expect(guardian).toMatchObject({
      raised: 13,
      undecided: 3,
      fixed: 7,
      confirmed: 2,
      useful: 9,
      contradicted: 0,
    })
    expect(guardian!.dimensions.cost).toBeCloseTo(9 / 19, 12)
    expect(guardian!.score).toBeCloseTo(0.7730702, 6)
    expect(guardian!.trend.last).toBeCloseTo(0.8175, 12)
    expect(guardian!.trend.before).toBeCloseTo(0.7432901, 6)
    expect(sage).toMatchObject({
      raised: 13,
      undecided: 0,
      fixed: 0,
      confirmed: 2,
      useful: 2,
      contradicted: 3,
    })
    expect(sage!.score).toBeCloseTo(0.3282051, 6)
    expect(sage!.trend.last).toBeCloseTo(0.3569231, 6)
    expect(sage!.trend.before).toBeCloseTo(0.3088235, 6)
    expect(trickster).toMatchObject({ runs: 3, raised: 0, score: null, unknown_cost: 1 })
  })
})

const guardian = (letters: string, usd: number | null = 0.25) => ({
  role: 'guardian',
  model: 'opus',
  letters,
  usd,
})

function run(letters: string, over: Partial<MadeRun> = {}): WiggumEvent[] {
  return eventsOf({ run: 1, ending: 'landed', strategy: 'pdca', reviewers: [guardian(letters)], ...over })
}

/** The same log with something more before, or after, the first event of a type. */
function withEvent(
  events: WiggumEvent[],
  at: WiggumEvent['type'],
  more: object[],
  side: 'before' | 'after' = 'before',
) {
  const place = events.findIndex(({ type }) => type === at) + (side === 'after' ? 1 : 0)
  const shared = { v: 1, ts: events[place - 1]!.ts, run_id: 'run-01', phase: null, agent: null, parent: [] }
  const added = more.map((event) => ({ ...shared, ...event }) as unknown as WiggumEvent)
  return events
    .toSpliced(place, 0, ...added)
    .map((event, index) => ({ ...event, seq: index + 1 }) as WiggumEvent)
}

const rowOf = (events: WiggumEvent[], reviewer = 'guardian') =>
  scored(events).rows.find((row) => row.reviewer === reviewer)!

describe('what becomes of a finding', () => {
  test.each(['pdca', 'pipeline'] as const)('%s: a fix counts where the work was proven', (strategy) => {
    expect(rowOf(run('F S', { strategy }))).toMatchObject({
      raised: 2,
      fixed: 1,
      useful: 1,
      undecided: 0,
      exit: true,
    })
  })

  test.each(['pdca', 'pipeline'] as const)(
    '%s: it is undecided where the run ended otherwise',
    (strategy) => {
      const row = rowOf(run('F', { strategy, ending: 'budget' }))
      expect(row).toMatchObject({ raised: 1, fixed: 0, undecided: 1, exit: null })
      expect(figuresOf([row])).toMatchObject({
        score: null,
        dimensions: { signal: null, fix: null, cost: null },
      })
    },
  )

  test('a merge that was taken back has proven nothing', () => {
    const reverted = withEvent(run('F'), 'run.complete', [
      { type: 'run.reverted', data: { commit: 'f'.repeat(40), reason: 'red' } },
    ])
    expect(rowOf(reverted)).toMatchObject({ fixed: 0, undecided: 1 })
  })

  test('one that came back was not fixed', () => {
    const again = { ...made('src/guardian-0.ts', 'sage', 'CRITICAL'), sources: ['sage'] }
    const review = [
      {
        type: 'agent.start',
        data: { step: 's', attempt: 1, archetype: 'sage', agent: 'claude', model: null },
      },
      {
        type: 'review.verdict',
        data: { step: 's', archetype: 'sage', verdict: 'APPROVED', head: '2'.repeat(40), findings: [again] },
      },
    ]
    const row = rowOf(withEvent(run('F'), 'run.complete', review))
    expect(row).toMatchObject({ fixed: 0, confirmed: 1 })
  })

  test('in a pipeline it is fixed only if its file was changed after it was raised', () => {
    const elsewhere = run('F', { strategy: 'pipeline' }).map((event) =>
      event.type === 'work.collected' && event.data.attempt === 2
        ? { ...event, data: { ...event.data, touched: ['src/other.ts'] } }
        : event,
    )
    expect(rowOf(elsewhere)).toMatchObject({ raised: 1, fixed: 0, useful: 0, undecided: 0 })
  })

  test('the supervisor confirms what it saw itself; what it found no evidence for confirms nobody', () => {
    const seen = { findings: [made('src/guardian-0.ts', 'supervisor', 'WARNING')] }
    const inspected = withEvent(run('S'), 'run.complete', [
      { type: 'work.inspected', data: { head: '2'.repeat(40), ...seen } },
    ])
    expect(rowOf(inspected)).toMatchObject({ confirmed: 1, useful: 1 })
    expect(scored(inspected).fates[0]!.confirmed).toEqual(['supervisor'])
    const sage = { role: 'sage', model: 'sonnet', letters: 'C', usd: 0 }
    const both = run('C', { reviewers: [guardian('C'), sage] })
    expect(rowOf(both)).toMatchObject({ confirmed: 1 })
    const unproven = withEvent(
      both,
      'run.start',
      [{ type: 'evidence.downgrade', data: { step: '2-check-sage', index: 0, reason: 'no line' } }],
      'after',
    )
    expect(rowOf(unproven)).toMatchObject({ confirmed: 0, useful: 0, contradicted: 0 })
    // The other way round: the Guardian's, with evidence, speaks for the Sage's.
    expect(rowOf(unproven, 'sage')).toMatchObject({ confirmed: 1, contradicted: 0 })
  })

  const dispute = (events: WiggumEvent[]) => {
    const contract = { ...SAID, addressed: [{ finding: 'The last item is lost', how: 'disputed' }] }
    const plan = { step: '2-plan-creator', attempt: 2, archetype: 'creator' }
    const shared = { artifacts: [], denials: [], usage: { cost_usd: 0 } }
    return withEvent(
      events,
      'cycle.boundary',
      [
        { type: 'agent.start', data: { ...plan, agent: 'claude', model: null } },
        { type: 'agent.complete', data: { ...plan, ...shared, contract } },
      ],
      'after',
    )
  }
  const SAID = { form: 'block', status: 'DONE', status_assumed: false }

  test('disputed and given up with the code as it was, it is contradicted', () => {
    const isFix = ({ type }: WiggumEvent) => type === 'fix.applied'
    const events = dispute(run('F'))
    expect(rowOf(events)).toMatchObject({ fixed: 1, contradicted: 0 })
    const untouched = events
      .filter((event) => !isFix(event))
      .map((event) =>
        event.type === 'work.collected' ? { ...event, data: { ...event.data, touched: [] } } : event,
      )
    expect(rowOf(untouched)).toMatchObject({ fixed: 0, contradicted: 1, undecided: 0 })
    expect(rowOf(dispute(run('S')))).toMatchObject({ contradicted: 0 })
  })

  test('the same raised in two cycles is one finding; INFO is none; a second asking replaces the first', () => {
    const events = run('S')
    const again = events.map((event) =>
      event.type === 'review.verdict'
        ? {
            ...event,
            data: {
              ...event.data,
              findings: [made('src/guardian-0.ts', 'guardian', 'WARNING'), made('b.ts', 'guardian', 'INFO')],
            },
          }
        : event,
    )
    expect(rowOf(again)).toMatchObject({ reviews: 2, raised: 1 })
    const start = { attempt: 3, archetype: 'guardian', agent: 'claude', model: 'opus' }
    const step = '2-check-guardian-again'
    const asked = withEvent(events, 'run.complete', [
      { type: 'agent.start', data: { step, ...start } },
      {
        type: 'review.verdict',
        data: { step, archetype: 'guardian', verdict: 'APPROVED', head: '2'.repeat(40), findings: [] },
      },
    ])
    expect(rowOf(asked)).toMatchObject({ reviews: 2, raised: 0 })
  })

  test('what was taken over from another run is not scored here', () => {
    const adopted = run('S').map((event) =>
      event.type === 'agent.start' ? { ...event, data: { ...event.data, agent: 'adopted' } } : event,
    )
    expect(scored(adopted).rows).toEqual([])
  })

  test('every call counts, also one that failed; one that says nothing makes the sum unknown', () => {
    const failed = (cost_usd: number | null) =>
      withEvent(run('F'), 'review.verdict', [
        {
          type: 'agent.start',
          data: { step: 'f', attempt: 9, archetype: 'guardian', agent: 'claude', model: 'opus' },
        },
        {
          type: 'agent.failed',
          data: {
            step: 'f',
            attempt: 9,
            archetype: 'guardian',
            cause: 'crash',
            message: '',
            usage: { cost_usd },
          },
        },
      ])
    expect(rowOf(failed(0.5)).usd).toBe(0.75)
    expect(rowOf(failed(null)).usd).toBeNull()
    const { dimensions, score } = figuresOf([rowOf(failed(null))])
    expect(dimensions.cost).toBeNull()
    // All known figures are 1, so leaving one out must not lower the score.
    expect(score).toBe(1)
  })

  test('who was not asked about the last change had no part in the end', () => {
    const left = run('–').filter((event) => !('step' in event.data) || event.data.step !== '2-check-guardian')
    const sage = { role: 'sage', model: 'sonnet', letters: '–', usd: 0 }
    const events = run('–', { reviewers: [guardian('–'), sage] }).filter(
      (event) => !('step' in event.data) || event.data.step !== '2-check-guardian',
    )
    expect(rowOf(events)).toMatchObject({ reviews: 1, exit: null })
    expect(rowOf(events, 'sage').exit).toBe(true)
    expect(rowOf(left).exit).toBe(true)
  })
})

describe('figures', () => {
  const count = fc.nat(20)
  const anyRow: fc.Arbitrary<ScoreRow> = fc
    .record({
      n: count,
      f: count,
      c: count,
      x: count,
      u: count,
      usd: fc.option(fc.double({ min: 0, max: 50, noNaN: true })),
      exit: fc.option(fc.boolean()),
    })
    .map(({ n, f, c, x, u, usd, exit }) => ({
      reviewer: 'sage',
      model: 'm',
      reviews: 1,
      raised: n + f + c + x + u,
      fixed: f,
      confirmed: c,
      useful: f + c,
      contradicted: x,
      undecided: u,
      usd,
      estimated: false,
      exit,
    }))

  test('each is between 0 and 1, and there is a score if and only if a finding was decided', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 8 }), (rows) => {
        const { dimensions, score, raised, undecided } = figuresOf(rows)
        for (const value of [...Object.values(dimensions), score])
          expect(value === null || (value >= 0 && value <= 1 + 1e-12)).toBe(true)
        expect(score !== null).toBe(raised > undecided)
      }),
    )
  })

  test('a run of good work read and approved changes no figure but the impact', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 5 }), (rows) => {
        const quiet = rowOf(run('–', { reviewers: [guardian('–', 3)] }))
        const [before, after] = [figuresOf(rows), figuresOf([...rows, quiet])]
        expect({ ...after.dimensions, impact: 0 }).toEqual({ ...before.dimensions, impact: 0 })
        if (before.score !== null)
          expect(after.dimensions.impact).toBeGreaterThanOrEqual(before.dimensions.impact ?? 0)
      }),
    )
  })

  test('a useful finding for 25 cents is half of the best; for nothing it is the best', () => {
    const cost = (letters: string, usd: number) =>
      figuresOf([rowOf(run(letters, { reviewers: [guardian(letters, usd)] }))]).dimensions.cost
    expect([cost('F', 0.25), cost('F', 0), cost('S', 1), cost('F', 2.25)]).toEqual([0.5, 1, 0, 0.1])
    expect(cost('S', 0)).toBeNull()
  })
})

describe('recommendations', () => {
  const many = (
    role: string,
    letters: string,
    { runs = 10, model = 'sonnet', usd = 0.01 as number | null, ending = 'landed' } = {},
  ) =>
    Array.from({ length: runs }, (_, at) =>
      scored(eventsOf({ run: at + 1, ending, strategy: 'pdca', reviewers: [{ role, model, letters, usd }] })),
    )
  const advised = (runs: ScoredRun[]) =>
    adviceOf(tableOf(runs), TIERS).map(({ what, to, why }) => ({ what, to, why }))

  test('none before the tenth run, and none about what works', () => {
    expect(advised(many('sage', 'S', { runs: 9 }))).toEqual([])
    expect(advised(many('sage', 'S'))).toHaveLength(1)
    expect(advised(many('sage', 'F'))).toEqual([])
    expect(advised(many('sage', 'U', { ending: 'findings-open' }))).toEqual([])
  })

  test('each has its reason in figures', () => {
    expect(advised(many('sage', 'S'))).toEqual([
      { what: 'leave-out', to: null, why: '0 of 10 findings useful in 10 runs, signal 0.00 is below 0.20' },
    ])
    // The Guardian cannot be left out.
    expect(advised(many('guardian', 'S'))).toEqual([
      {
        what: 'stronger-model',
        to: 'opus',
        why: '0 of 10 findings useful in 10 runs, signal 0.00 is below 0.50',
      },
    ])
    expect(advised(many('guardian', 'S', { model: 'opus' }))).toEqual([])
    expect(advised(many('sage', 'F F X'))).toEqual([
      { what: 'stronger-model', to: 'opus', why: '10 of 30 contradicted, accuracy 0.67 is below 0.75' },
    ])
    expect(advised(many('sage', 'F', { usd: 1 }))).toEqual([
      {
        what: 'cheaper-model',
        to: 'haiku',
        why: 'signal 1.00, accuracy 1.00, but cost efficiency 0.20 is below 0.50',
      },
    ])
    expect(advised(many('sage', 'F', { usd: 1, model: 'haiku' }))).toEqual([])
    expect(advised(many('skeptic', '–', { usd: 0.5 }))).toEqual([
      { what: 'move', to: null, why: '10 runs and no finding, for $5.00' },
    ])
    expect(advised(many('guardian', '–', { usd: null }))).toEqual([
      { what: 'cheaper-model', to: 'haiku', why: '10 runs and no finding' },
    ])
  })

  test('what others find as well may be looked for less often', () => {
    const runs = Array.from({ length: 10 }, (_, at) =>
      scored(
        eventsOf({
          run: at + 1,
          ending: 'landed',
          strategy: 'pdca',
          reviewers: [guardian('C'), { role: 'sage', model: 'sonnet', letters: 'C', usd: 0.01 }],
        }),
      ),
    )
    expect(adviceOf(tableOf(runs), TIERS)).toMatchObject([
      { reviewer: 'sage', what: 'move', why: '10 of 10 useful findings were raised by others as well' },
    ])
  })

  test('a new model starts anew: its figures are not those of the one before', () => {
    const later = many('sage', 'S F F', { model: 'opus', runs: 3 }).map((run) => ({
      ...run,
      ended: '2026-12-01T00:00:00.000Z',
      run_id: `later-${run.run_id}`,
    }))
    expect(advised([...many('sage', 'S S F'), ...later])).toEqual([])
    expect(advised(many('sage', 'S S F'))).toMatchObject([{ what: 'stronger-model', to: 'opus' }])
  })
})

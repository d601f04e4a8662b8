import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addSeconds, secondsBetween } from '../../src/core/decide/instants.ts'
import { planRetention, type RetentionWish, type RunFacts, type Standing } from '../../src/core/retention.ts'

const NOW = '2026-11-16T12:00:00.000Z'
const daysAgo = (days: number) => addSeconds(NOW, -days * 86_400)

const wish = (over: Partial<RetentionWish> = {}): RetentionWish => ({
  now: NOW,
  keepDays: 30,
  keepRuns: 0,
  named: [],
  branches: false,
  allowed: [],
  ...over,
})

const facts = (over: Partial<RunFacts> = {}): RunFacts => ({
  run: 'a',
  standing: 'ended',
  since: daysAgo(40),
  rescues: [],
  branch: null,
  work: false,
  ...over,
})

const rescue = (n: number, days: number) => ({
  ref: `refs/wiggum/rescue/a/${n}`,
  commit: 'c',
  saved: daysAgo(days),
})
const going = (runs: RunFacts[], over: Partial<RetentionWish> = {}) =>
  planRetention(runs, wish(over)).removals.map(({ run }) => run)

const STANDINGS: Standing[] = [
  'ended',
  'running',
  'waiting',
  'interrupted',
  'never started',
  'torn log',
  'damaged log',
  'gone',
]

test.each([
  [30, true],
  [29.99, false],
])('an ended run of %d days: goes %s', (days, goes) => {
  expect(going([facts({ since: daysAgo(days) })])).toEqual(goes ? ['a'] : [])
})

test.each(STANDINGS)('%s, and very old', (standing) => {
  const goes = standing === 'ended' || standing === 'never started'
  expect(going([facts({ standing, since: daysAgo(4_000) })])).toEqual(goes ? ['a'] : [])
  expect(going([facts({ standing })], { named: ['a'] })).toEqual(
    standing === 'running' || standing === 'gone' ? [] : ['a'],
  )
})

test('what is not known to be old stays', () => {
  for (const since of [null, 'no instant', daysAgo(-400)]) expect(going([facts({ since })])).toEqual([])
})

test('the newest ended ones stay, however old they are; others do not count among them', () => {
  const runs = [facts({ run: 'old', since: daysAgo(90) }), facts({ run: 'newer', since: daysAgo(60) })]
  const waiting = facts({ run: 'waiting', standing: 'waiting', since: daysAgo(50) })
  expect(going([...runs, waiting], { keepRuns: 1 })).toEqual(['old'])
  expect(going([...runs, waiting], { keepRuns: 2 })).toEqual([])
})

test('named ones go alone and at any age', () => {
  const runs = [facts({ run: 'a', since: daysAgo(0) }), facts({ run: 'b' })]
  const plan = planRetention(runs, wish({ named: ['a'] }))
  expect(plan).toMatchObject({ removals: [{ run: 'a', what: 'run' }], kept: [] })
})

test('of a run that stays, only the folder that it left behind goes', () => {
  const left = facts({ since: daysAgo(1), work: true, rescues: [rescue(1, 50)] })
  expect(planRetention([left], wish())).toMatchObject({
    removals: [{ what: 'work', rescues: [], branch: null }],
    kept: [{ why: 'younger than 30 days' }],
  })
  for (const standing of STANDINGS.filter((each) => each !== 'ended'))
    expect(going([{ ...left, standing }])).toEqual([])
})

test('a branch goes only if it is asked for, merged, and nobody has it checked out', () => {
  const branch = { ref: 'refs/heads/wiggum/a', commit: 'c', merged: true, in_use: false }
  const gone = (over: Partial<typeof branch>, branches = true) =>
    planRetention([facts({ branch: { ...branch, ...over } })], wish({ branches })).removals[0]!.branch
  expect(gone({})).toEqual({ ref: branch.ref, commit: 'c' })
  expect([gone({}, false), gone({ merged: false }), gone({ in_use: true })]).toEqual([null, null, null])
})

describe('rescue refs', () => {
  test('of 30 days go with their run, younger ones stay and are named', () => {
    const plan = planRetention([facts({ rescues: [rescue(1, 30), rescue(2, 29.99)] })], wish({ keepDays: 0 }))
    expect(plan.removals[0]!.rescues.map(({ ref }) => ref)).toEqual(['refs/wiggum/rescue/a/1'])
    expect(plan.young).toMatchObject([{ ref: 'refs/wiggum/rescue/a/2', run: 'a' }])
  })

  test('one that was kept goes when it is old, though its run went long before', () => {
    const gone = (days: number) =>
      planRetention([facts({ standing: 'gone', rescues: [rescue(1, days)] })], wish())
    expect(gone(31).removals).toMatchObject([{ what: 'refs', rescues: [{ ref: 'refs/wiggum/rescue/a/1' }] }])
    expect(gone(10)).toMatchObject({ removals: [], kept: [], young: [{ run: 'a' }] })
  })

  const anyInstant = fc.oneof(
    fc.double({ min: -100, max: 400, noNaN: true }).map(daysAgo),
    fc.constant('no instant'),
  )
  const anyRun = (run: string) =>
    fc.record({
      run: fc.constant(run),
      standing: fc.constantFrom(...STANDINGS),
      since: fc.option(anyInstant),
      work: fc.boolean(),
      branch: fc.constant(null),
      rescues: fc
        .array(anyInstant, { maxLength: 4 })
        .map((all) =>
          all.map((saved, at) => ({ ref: `refs/wiggum/rescue/${run}/${at + 1}`, commit: 'c', saved })),
        ),
    })
  const anyWish = fc.record({
    keepDays: fc.nat(60),
    keepRuns: fc.nat(3),
    named: fc.subarray(['a', 'b', 'c']),
    branches: fc.boolean(),
    allowed: fc.subarray(['refs/wiggum/rescue/a/1', 'refs/wiggum/rescue/b/1', 'refs/wiggum/rescue/b/2']),
  })

  test('a young one is never dropped unless somebody allowed exactly that one', () => {
    fc.assert(
      fc.property(fc.tuple(anyRun('a'), anyRun('b'), anyRun('c')), anyWish, (runs, over) => {
        const { removals, young } = planRetention(runs, wish(over))
        for (const { ref, saved } of removals.flatMap(({ rescues }) => rescues))
          expect(secondsBetween(saved, NOW) >= 30 * 86_400 || over.allowed.includes(ref)).toBe(true)
        // What was held back is told, and is not among what goes.
        for (const { ref } of young)
          expect(removals.some(({ rescues }) => rescues.some((each) => each.ref === ref))).toBe(false)
      }),
    )
  })

  test('nothing of a run goes that is running, or that waits or was cut off and is not named', () => {
    fc.assert(
      fc.property(fc.tuple(anyRun('a'), anyRun('b'), anyRun('c')), anyWish, (runs, over) => {
        for (const { run, standing, rescues, what } of planRetention(runs, wish({ ...over, allowed: 'all' }))
          .removals) {
          expect(standing).not.toBe('running')
          if (!['ended', 'never started', 'gone'].includes(standing)) expect(over.named).toContain(run)
          if (what === 'work') expect(rescues).toEqual([])
        }
      }),
    )
  })
})

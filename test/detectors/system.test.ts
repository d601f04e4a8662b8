import { describe, expect, test } from 'vitest'
import { deferredWarnings } from '../../src/core/deferred.ts'
import { fold } from '../../src/core/fold.ts'
import { phaseScene } from '../../src/core/scenes/phase-scene.ts'
import { isListed } from '../../src/detectors/listed-path.ts'
import { BASE, finding, HEAD, type Script, simulate } from '../core/simulate.ts'

describe('a path that a plan lists', () => {
  test.each([
    ['the file itself', 'src/a.ts', 'src/a.ts'],
    ['with a dot before it', 'src/a.ts', './src/a.ts'],
    ['with a line', 'src/a.ts', 'src/a.ts:12'],
    ['with a range of lines', 'src/a.ts', 'src/a.ts:12-20'],
    ['with a remark', 'src/a.ts', 'src/a.ts (new)'],
    ['its folder', 'src/a.ts', 'src'],
    ['its folder, with a slash', 'src/deep/a.ts', 'src/'],
    ['a pattern of its folder', 'src/a.ts', 'src/*.ts'],
    ['a pattern of any depth', 'src/deep/a.ts', 'src/**/*.ts'],
    ['a path with a space in it', 'docs/my file.md', 'docs/my file.md'],
  ])('%s', (_, path, entry) => {
    expect(isListed(path, [entry])).toBe(true)
  })

  test.each([
    ['another file', 'src/b.ts', 'src/a.ts'],
    ['a folder whose name only begins like it', 'source/a.ts', 'src'],
    ['a longer name', 'src/a.tsx', 'src/a.ts'],
    ['a pattern with another ending', 'src/a.js', 'src/*.ts'],
    ['a pattern whose parts would overlap', 'src/.ts', 'src/.ts*.ts'],
    ['an empty entry', 'src/a.ts', ' '],
  ])('not %s', (_, path, entry) => {
    expect(isListed(path, [entry])).toBe(false)
  })
})

const SURE = { task_understanding: 0.9, solution_completeness: 0.9, risk_coverage: 0.9 }

/** A standard run that lands with what its Guardian and Sage say. */
function landed(over: Script = {}) {
  return simulate({
    files: [{ path: 'src/x.js' }, { path: 'test/x.test.js', test: true }],
    agent: (role) => {
      if (role === 'creator') return { confidence: SURE, files: ['src/x.js'], test_strategy: ['a case'] }
      const warned = finding({ severity: 'WARNING' })
      return role === 'guardian' ? { verdict: 'APPROVED', findings: [warned] } : undefined
    },
    takesMs: ({ role }) => (role === 'explorer' ? 5000 : 1000),
    ...over,
    start: { strategy: 'pdca', workflow: 'standard', max_cycles: 2, ...over.start },
  })
}

describe('the scene of a phase', () => {
  const run = () => {
    const { state, events } = landed()
    return { state, events, work: state.collected['1-do-maker']! }
  }

  test('sums up what each phase took, all attempts together', () => {
    const { state, work } = run()
    expect(phaseScene(state, 'do', work)).toMatchObject({ planMs: 6000, doMs: 1000, explored: 1 })
    const retried = landed({
      agent: (role, attempt) => (role === 'explorer' && attempt === 1 ? { fails: 'overload' } : undefined),
    }).state
    expect(phaseScene(retried, 'plan', null)).toMatchObject({ explored: 1, planMs: 11_000 })
  })

  test('has the reviews, and the time from the first one’s start to the last one’s end', () => {
    const { state, events, work } = run()
    const scene = phaseScene(state, 'check', work)
    expect(scene.reviews.map(({ role }) => role)).toEqual(['guardian', 'skeptic', 'sage'])
    const spent = events.filter(({ phase, type }) => phase === 'check' && type.startsWith('agent.'))
    const [first, last] = [Date.parse(spent[0]!.ts), Date.parse(spent.at(-1)!.ts)]
    expect(scene.reviewMs).toBe(last - first)
  })

  test('does not change at the end of Do by what comes later', () => {
    const { state, events, work } = run()
    const at = events.findIndex(({ type }) => type === 'work.inspected')
    const early = fold(events.slice(0, at + 1))
    expect(phaseScene(early, 'do', early.collected['1-do-maker']!)).toEqual(phaseScene(state, 'do', work))
  })

  test('knows nothing of reviews before there are any', () => {
    const { state, work } = run()
    expect(phaseScene(state, 'do', work).reviews).toEqual([])
    expect(phaseScene(state, 'plan', null)).toMatchObject({ work: null, before: [], reviewMs: 0 })
  })

  test('takes the Maker’s call and its targeted retry as one round', () => {
    const retried = landed({
      made: (step) => ({
        head: step.endsWith('-tests') ? HEAD : 'd'.repeat(40),
        files: step.endsWith('-tests') ? [{ path: 'test/x.test.js', test: true }] : [{ path: 'src/x.js' }],
      }),
    }).state
    const scene = phaseScene(retried, 'do', retried.collected['1-do-maker-tests']!)
    expect(scene.work?.touched).toEqual(['src/x.js', 'test/x.test.js'])
  })
})

describe('what a run left behind when it landed', () => {
  test('WARNINGs that stood, each once', () => {
    const { state } = landed()
    expect(deferredWarnings(state)).toMatchObject([{ severity: 'WARNING', file: 'src/x.js' }])
  })

  test('nothing, if nothing landed', () => {
    const { state } = landed({ start: { options: { merge: false, yes: false, allow: [], dry_run: false } } })
    expect(state.ended).toMatchObject({ exit_code: 11 })
    expect(deferredWarnings(state)).toEqual([])
  })

  test('WARNINGs of an earlier cycle that the plan put off, though nobody raised them again', () => {
    const warned = finding({ severity: 'WARNING', description: 'the buffer is never emptied' })
    const { state } = landed({
      heads: [HEAD, 'd'.repeat(40)],
      agent: (role, attempt) => {
        if (role === 'guardian' && attempt === 1)
          return { verdict: 'REJECTED', findings: [finding(), warned] }
        if (role !== 'creator') return undefined
        const addressed = [{ finding: 'the buffer is never emptied', how: 'deferred' as const }]
        return { confidence: SURE, files: ['src/x.js'], test_strategy: ['a case'], addressed }
      },
    })
    expect(state.merged?.previous).toBe(BASE)
    expect(deferredWarnings(state).map(({ description }) => description)).toEqual([
      'the buffer is never emptied',
    ])
  })
})

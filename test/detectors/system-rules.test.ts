import { describe, expect, test } from 'vitest'
import type { Finding } from '../../src/core/events.ts'
import { ORDERLY, type PhaseScene, pointOf, reviewOf, workOf } from '../../src/detectors/phase-scene.ts'
import { look } from '../../src/detectors/settings.ts'
import { analysisParalysis } from '../../src/detectors/system/analysis-paralysis.ts'
import { brokenWindow } from '../../src/detectors/system/broken-window.ts'
import { echoChamber } from '../../src/detectors/system/echo-chamber.ts'
import { goldPlating } from '../../src/detectors/system/gold-plating.ts'
import { systemDetectors } from '../../src/detectors/system/index.ts'
import { scopeCreep } from '../../src/detectors/system/scope-creep.ts'
import { tunnelVision } from '../../src/detectors/system/tunnel-vision.ts'

/** Cases that are too odd, or too many, to be examples. */

const PHASES: PhaseScene['at'][] = ['plan', 'do', 'check', 'end']
const firing = systemDetectors.flatMap((rule) =>
  rule.examples
    .filter(({ says }) => says === 'fires')
    .map(({ name, scene }) => [rule.id, name, rule, scene] as const),
)

describe('a rule about the whole run', () => {
  test.each(firing)('%s looks at the end of its own phase alone: %s', (id, _, rule, scene) => {
    const own = id === 'system.analysis-paralysis' ? ['plan', 'do'] : [scene.at]
    const others = PHASES.filter((at) => !own.includes(at))
    for (const at of others) expect(look(rule, { ...scene, at }, {}), at).toBeNull()
  })

  test.each(firing.filter(([, , , { work }]) => work !== null))(
    '%s sees nothing where nothing was made: %s',
    (_, __, rule, scene) => {
      expect(look(rule, { ...scene, work: null }, {})).toBeNull()
    },
  )
})

describe('scope creep', () => {
  const creep = (over: Partial<PhaseScene>) =>
    look(scopeCreep, { ...ORDERLY, work: workOf(4, 5), ...over }, {})

  test('names fifty files, and counts the rest', () => {
    const planned = ['src/part-1.ts']
    expect(creep({ work: workOf(51, 5), planned })).toHaveLength(51)
    const many = creep({ work: workOf(53, 5), planned })!
    expect(many).toHaveLength(52)
    expect(many.at(-2)).toBe('not in the plan: src/part-51.ts')
    expect(many.at(-1)).toBe('and 2 more')
  })

  test('does not count what an earlier round changed', () => {
    const work = { ...workOf(4, 5), touched: ['src/part-1.ts', 'src/part-2.ts'] }
    expect(creep({ work, planned: ['src/part-1.ts'] })).toBeNull()
  })

  test('does not count what is in scope besides', () => {
    const planned = ['src/part-1.ts']
    expect(creep({ planned, alsoInScope: ['src/part-2.ts'] })).toBeNull()
    expect(creep({ planned, alsoInScope: [] })).toHaveLength(4)
  })

  test('allows for what is planned and not changed yet', () => {
    expect(creep({ planned: ['src/part-1.ts', 'src/not-yet.ts', 'src/nor-this.ts'] })).toBeNull()
  })

  test('takes a file that is listed twice for one', () => {
    expect(creep({ planned: ['src/part-1.ts', 'src/part-1.ts'] })).not.toBeNull()
  })

  test.each([
    ['words', 'every caller of it', true],
    ['words with space before them', '  every caller', true],
    ['one word', 'Makefile', false],
    ['one word with space behind it', 'Makefile ', false],
    ['a file with a remark', 'src/part-1.ts (the parser)', false],
    ['a pattern with a remark', 'test* and more', false],
    ['a folder with a remark', 'lib/ and more', false],
  ])('a plan of %s is prose: %s', (_, entry, isProse) => {
    const work = workOf(9, 5, 'other/x')
    expect(creep({ work, planned: ['src/part-1.ts', entry] }) === null).toBe(isProse)
  })
})

describe('gold plating', () => {
  const critical = (over: Partial<Finding> = {}) =>
    pointOf({ file: 'src/query.ts', severity: 'CRITICAL', description: 'pasted in', evidence: '', ...over })
  const info = (over: Partial<Finding> = {}) =>
    pointOf({ file: 'src/names.ts', severity: 'INFO', description: 'a short name', ...over })
  const plating = (before: Finding[], over: Partial<PhaseScene> = {}) =>
    look(goldPlating, { ...ORDERLY, before, work: { files: [], touched: ['src/names.ts'] }, ...over }, {})

  test('says where each finding is, as far as it says so itself', () => {
    const bare = critical({ file: null, line: null, description: 'it  loses\nthe last item' })
    const long = info({ line: null, description: 'x'.repeat(300) })
    expect(plating([critical(), bare, info(), long])).toEqual([
      'only src/names.ts was changed, and no standing CRITICAL is about that',
      'open: src/query.ts:1: pasted in',
      'open: it loses the last item',
      'parked: src/names.ts:1: a short name',
      `parked: ${`src/names.ts: ${'x'.repeat(300)}`.slice(0, 200)}`,
    ])
  })

  test('names all that was changed', () => {
    const touched = ['src/names.ts', 'src/style.ts']
    expect(plating([critical(), info()], { work: { files: [], touched } })?.[0]).toMatch(
      /^only src\/names\.ts, src\/style\.ts was changed/,
    )
  })

  test.each(['description', 'fix', 'evidence'])(
    'is none where the %s of a CRITICAL names the file',
    (where) => {
      expect(plating([critical({ [where]: 'see src/names.ts' }), info()])).toBeNull()
    },
  )

  test('is none where a WARNING, or another CRITICAL, is about the file', () => {
    expect(plating([critical(), info(), info({ severity: 'WARNING' })])).toBeNull()
    expect(plating([critical(), info(), critical({ file: 'src/names.ts' })])).toBeNull()
  })

  test('is none where no INFO has a file, or none was touched', () => {
    expect(plating([critical(), info({ file: null })])).toBeNull()
    expect(plating([critical(), info(), info({ file: null })])).toEqual(plating([critical(), info()]))
    expect(plating([critical(), info({ file: 'src/other.ts' })])).toBeNull()
  })

  test('is it also where the plan lists the polished file', () => {
    expect(plating([critical(), info()], { planned: ['src/names.ts'] })).not.toBeNull()
  })

  test('is none where more than a hundred files are touched', () => {
    const touched = (count: number) => ['src/names.ts', ...workOf(count - 1, 1).touched]
    const at = (count: number) =>
      plating([critical(), info()], { work: { files: [], touched: touched(count) } })
    expect([at(100) === null, at(101) === null]).toEqual([false, true])
  })
})

describe('tunnel vision', () => {
  const point = (part: number, over: Partial<Finding> = {}) =>
    pointOf({ file: `src/part-${part}.ts`, ...over })
  const tunnel = (...reviews: Finding[][]) => {
    const roles = ['guardian', 'skeptic', 'sage']
    const all = reviews.map((findings, at) => reviewOf(roles[at]!, 'REJECTED', findings))
    return look(tunnelVision, { ...ORDERLY, at: 'check', work: workOf(1, 40), reviews: all }, {})
  }
  const small = { severity: 'INFO' as const }

  test('names those who found something that weighs', () => {
    const seen = tunnel([point(1), point(2)], [point(3), point(4), point(5, small)], [point(6, small)])
    expect(seen).toEqual([
      '4 findings from guardian, skeptic, all of them about security, none about anything else',
    ])
  })

  test('does not count remarks, nor who makes nothing else', () => {
    expect(tunnel([point(1), point(2)], [point(3), point(4, small)])).toBeNull()
    expect(tunnel([point(1), point(2), point(3), point(4)], [point(5, small)])).toBeNull()
  })

  test('is none where a remark is about something else', () => {
    expect(tunnel([point(1), point(2)], [point(3), point(4)], [])).not.toBeNull()
    expect(
      tunnel([point(1), point(2)], [point(3), point(4)], [point(5, { ...small, category: 'quality' })]),
    ).toBeNull()
  })
})

describe('an echo chamber', () => {
  const echo = (over: Partial<PhaseScene>) => {
    const reviews = [reviewOf('guardian', 'APPROVED'), reviewOf('sage', 'APPROVED')]
    return look(
      echoChamber,
      { ...ORDERLY, at: 'check', work: workOf(4, 10), reviews, reviewMs: 29_999, ...over },
      {},
    )
  }

  test('says who, how much and how fast', () => {
    expect(echo({ reviewMs: 2_340 })).toEqual([
      'guardian, sage approved 40 changed lines in 4 files within 2.3 seconds',
    ])
  })

  test('is none where somebody does not approve', () => {
    for (const verdict of ['REJECTED', 'NONE'] as const)
      expect(echo({ reviews: [reviewOf('guardian', 'APPROVED'), reviewOf('sage', verdict)] })).toBeNull()
  })

  test('is one where remarks are all that is said', () => {
    const remark = pointOf({ severity: 'INFO' })
    const weighty = pointOf({ severity: 'WARNING' })
    const approving = (...found: Finding[]) => [
      reviewOf('guardian', 'APPROVED', found),
      reviewOf('sage', 'APPROVED'),
    ]
    expect(echo({ reviews: approving(remark) })).not.toBeNull()
    expect(echo({ reviews: approving(remark, weighty) })).toBeNull()
  })

  test('is one from 400 lines on, in however few files', () => {
    expect([echo({ work: workOf(3, 133) }), echo({ work: workOf(1, 399) })]).toEqual([null, null])
    expect(echo({ work: workOf(1, 400) })).not.toBeNull()
  })

  test('counts lines that are gone, too', () => {
    const work = workOf(4, 10)
    const files = work.files.map((file) => ({ ...file, added: 0, deleted: 10 }))
    expect(echo({ work: { ...work, files } })).not.toBeNull()
  })
})

describe('analysis paralysis', () => {
  const MINUTE = 60_000
  const slow = (over: Partial<PhaseScene>) => look(analysisParalysis, { ...ORDERLY, ...over }, {})

  test('begins at ten minutes', () => {
    expect(slow({ planMs: 10 * MINUTE, doMs: 0 })).toEqual(['planning took 10.0 minutes, making 0.0'])
    expect(slow({ planMs: 10 * MINUTE - 1, doMs: 0 })).toBeNull()
  })

  test('says both, where both are so', () => {
    expect(slow({ planMs: 30 * MINUTE, doMs: MINUTE, explored: 4 })).toEqual([
      'the Explorer has answered 4 times in this cycle',
      'planning took 30.0 minutes, making 1.0',
    ])
  })
})

describe('a broken window', () => {
  const left = (...findings: Finding[]) =>
    look(
      brokenWindow,
      { ...ORDERLY, at: 'end', deferred: { now: [pointOf({})], earlier: { run: 'before', findings } } },
      {},
    )

  test('says where each WARNING is, as far as it says so itself', () => {
    const seen = left(
      pointOf({ line: null, description: 'it  is\nlong' }),
      pointOf({ file: null, line: null }),
    )
    expect(seen?.slice(1, 3)).toEqual([
      'security in src/part-1.ts: it is long',
      'security: the token is compared byte by byte',
    ])
  })

  test('cuts what is long', () => {
    const [, first] = left(pointOf({ description: 'x'.repeat(400) }), pointOf({})) ?? []
    expect(first).toHaveLength(300)
  })
})

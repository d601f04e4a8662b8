import { describe, expect, test } from 'vitest'
import { archetypeDetectors } from '../../src/detectors/archetype/index.ts'
import { changed, contractOf, stepSceneOf } from '../../src/detectors/example-scenes.ts'
import { several as names, planSceneOf, researchSceneOf } from '../../src/detectors/plan-scenes.ts'
import { ELSEWHERE, raised, reviewSceneOf, several, UNSHOWN } from '../../src/detectors/review-scenes.ts'
import type { SceneFinding, StepScene } from '../../src/detectors/scenes.ts'
import { look } from '../../src/detectors/settings.ts'

/** Cases that are too odd, or too many, to be examples. */

const PARTS = ['measures', 'work', 'plan', 'change', 'review'] as const
const firing = archetypeDetectors.flatMap((rule) =>
  rule.examples
    .filter(({ says }) => says === 'fires')
    .map(({ name, scene }) => [rule.id, name, rule, scene] as const),
)

function seen(id: string, scene: StepScene, thresholds: Record<string, number> = {}): string[] | null {
  return look(archetypeDetectors.find((rule) => rule.id === id)!, scene, { [id]: { thresholds } })
}

const reviewed = (findings: SceneFinding[], over = {}) => reviewSceneOf({ findings, ...over })

describe('a log that does not say it', () => {
  const nothing = Object.fromEntries(PARTS.map((part) => [part, null]))

  test.each(firing)('is no reason to fire: %s, %s', (_, __, rule, scene) => {
    expect(look(rule, { ...scene, ...nothing }, {})).toBeNull()
    for (const part of PARTS) expect(() => look(rule, { ...scene, [part]: null }, {}), part).not.toThrow()
  })

  test.each(archetypeDetectors.filter((rule) => rule.judgement).map((rule) => [rule.id, rule] as const))(
    'is no reason to suspect anything: %s',
    (_, rule) => {
      for (const { scene } of rule.examples)
        expect(rule.judgement!.suspects({ ...scene, ...nothing }, rule.thresholds)).toBeNull()
    },
  )

  const unproven = new Set(['critical-ratio', 'compromised-system', 'outside-scope', 'untouched-code'])
  for (const name of [
    'impossible-scenario',
    'no-reproduction',
    'outside-changeset',
    'trivial-docs',
    'many-findings',
  ])
    unproven.add(name)

  test.each(firing.filter(([id]) => unproven.has(id.split('.').at(-1)!)))(
    'gives a reviewer the benefit of the doubt: %s, %s',
    (_, __, rule, scene) => {
      const findings = scene.review!.findings.map((finding) => ({ ...finding, facts: null }))
      expect(look(rule, { ...scene, review: { ...scene.review!, findings } }, {})).toBeNull()
    },
  )
})

test.each([
  ['trickster.false-alarm.untouched-code', 'findings'],
  ['trickster.false-alarm.impossible-scenario', 'findings'],
  ['sage.bureaucrat.outside-changeset', 'findings'],
  ['sage.bureaucrat.trivial-docs', 'remarks'],
])('%s says nothing of a review without such a finding, however low its threshold', (id, name) => {
  expect(seen(id, reviewed([raised()]), { [name]: 0 })).toBeNull()
})

describe('an Explorer', () => {
  const ID = 'explorer.rabbit-hole'

  test('who read nothing that is known, or found a pattern, is in no hole', () => {
    const read = (files_read: number, cited: number, patterns = 0) =>
      seen(
        `${ID}.no-patterns`,
        researchSceneOf({
          work: { files_read },
          research: { patterns, cited: names(cited, (at) => `src/${at}.js`) },
        }),
      )
    expect([read(15, 0), read(16, 0) === null, read(16, 0, 1)]).toEqual([null, false, null])
    expect([read(20, 15) === null, read(20, 16)]).toEqual([false, null])
  })

  test('has cited a file once, wherever it says so', () => {
    const cited = names(9, (at) => `src/${at}.js`)
    const scene = researchSceneOf({
      work: { files_read: 20 },
      contract: { files: [...cited, 'src/more.js'] },
      research: { patterns: 0, cited },
    })
    expect(seen(`${ID}.no-patterns`, scene)?.[0]).toContain('10 of them appear')
  })

  test('is asked about when one section of four is an aside', () => {
    const rule = archetypeDetectors.find(({ id }) => id === `${ID}.tangents`)!
    const suspects = (headings: number, tangents: string[]) =>
      rule.judgement!.suspects(researchSceneOf({ research: { headings, tangents } }), rule.thresholds)
    expect(suspects(4, ['One', 'Two'])).toEqual([
      'of 4 sections these share nothing with the task or the rest: One, Two',
    ])
    expect([suspects(4, []), suspects(3, ['One'])]).toEqual([null, null])
  })
})

describe('a Creator', () => {
  const ID = 'creator.over-architect'

  test('is told of ten files that lie beyond the task', () => {
    const scope = { within: [], beyond: names(12, (at) => `p${at}.js`) }
    const [line] = seen(`${ID}.scope`, planSceneOf({ planned: { scope } }))!
    expect(line).toMatch(/^12 of 12 files .*, p9\.js, p10\.js$/)
  })

  test('may go as far beyond the task as half of what lies within', () => {
    const scene = (beyond: number, within: number) =>
      planSceneOf({
        planned: {
          scope: { within: names(within, (at) => `a${at}`), beyond: names(beyond, (at) => `b${at}`) },
        },
      })
    expect([seen(`${ID}.scope`, scene(4, 8)), seen(`${ID}.scope`, scene(5, 9)) === null]).toEqual([
      null,
      false,
    ])
  })

  test('is told of everything that the plan brings in', () => {
    const rule = archetypeDetectors.find(({ id }) => id === `${ID}.future-proof`)!
    const scene = planSceneOf({ planned: { abstractions: ['SlugRegistry', 'SlugFactory'] } })
    expect(rule.judgement!.suspects(scene, rule.thresholds)).toEqual([
      'the plan brings in, and the repository does not have: SlugRegistry, SlugFactory',
    ])
    expect(seen(`${ID}.future-proof`, planSceneOf({ planned: { speculations: ['a', 'b'] } }))).toHaveLength(2)
  })

  test('may bring in what the task asks for', () => {
    const planned = { abstractions: ['SlugStore', 'SlugCache', 'SlugQueue'], packages: ['zod', 'lodash'] }
    const asked = (task: string) => planSceneOf({ task, planned })
    const both = (task: string) =>
      ['abstractions', 'packages'].map((rule) => seen(`${ID}.${rule}`, asked(task)) === null)
    expect(both('Fix the dashes')).toEqual([false, false])
    expect(both('Add a SlugStore and use zod')).toEqual([true, true])
  })
})

describe('a Maker', () => {
  const ID = 'maker.rogue'
  const code = (count: number) => names(count, (at) => `lib/p${at}.js`)
  const made = (paths: string[], over: Parameters<typeof stepSceneOf>[0] = {}) =>
    stepSceneOf({
      plan: { contract: contractOf({ files: ['src/slugify.js'] }), measures: null },
      change: { files: ['src/slugify.js', ...paths].map((path) => changed(path)) },
      ...over,
    })

  test('is told of five files that have no test', () => {
    const [line] = seen(
      `${ID}.no-tests`,
      stepSceneOf({ change: { files: code(7).map((path) => changed(path)) } }),
    )!
    expect(line).toMatch(/^7 files of code changed and no test: .*, lib\/p5\.js$/)
  })

  test('is told of ten files that the plan does not name, and of a hundred at most', () => {
    expect(seen(`${ID}.outside-proposal`, made(code(12)))![0]).toMatch(/^12 files .*, lib\/p10\.js$/)
    expect(seen(`${ID}.outside-proposal`, made(code(99)))![0]).toMatch(/^99 files/)
    expect(seen(`${ID}.outside-proposal`, made(code(100)))![0]).toMatch(/^100 or more files/)
    expect(seen(`${ID}.outside-proposal`, made(code(120)))![0]).toMatch(/^100 or more files/)
  })

  test('answers for what this step touched, and not for tests', () => {
    const files = ['src/slugify.js', 'lib/a.js', 'lib/b.js'].map((path) => changed(path))
    const change = { files, touched: ['src/slugify.js', 'lib/a.js'] }
    expect(seen(`${ID}.outside-proposal`, made([], { change }))).toBeNull()
    const tests = files.map((file) => ({ ...file, test: file.path !== 'src/slugify.js' }))
    expect(seen(`${ID}.outside-proposal`, made([], { change: { files: tests } }))).toBeNull()
  })

  test('may move a file that the plan names', () => {
    const files = ['a', 'b'].flatMap((name, at) => [
      changed(`src/${name}.js`, { change: 'deleted', added: 0, deleted: 40 + at }),
      changed(`lib/${name}.js`, { change: 'added', added: 40 + at, deleted: 0 }),
    ])
    const plan = { contract: contractOf({ files: ['src/a.js', 'src/b.js'] }), measures: null }
    expect(seen(`${ID}.outside-proposal`, made([], { plan, change: { files } }))).toBeNull()
  })

  test('keeps to a plan that gives bare names, or a path far down the list', () => {
    const planned = (...files: string[]) => ({ contract: contractOf({ files }), measures: { words: 9 } })
    const outside = (files: string[], touched: string[]) =>
      seen(
        `${ID}.outside-proposal`,
        made([], { plan: planned(...files), change: { files: touched.map((path) => changed(path)) } }),
      )
    const far = [...code(100), 'src/slugify.js']
    expect(outside(['slugify.js', 'other.js'], ['src/slugify.js', ...code(2)])).toHaveLength(1)
    expect(outside(['src/slugify.js'], far)).toHaveLength(1)
    expect(outside(['slugify.js'], far)).toBeNull()
    expect(outside(['lugify.js'], ['src/slugify.js', ...code(2)])).toBeNull()
  })

  test('is believed only where it has concerns', () => {
    const says = (status: 'DONE' | 'DONE_WITH_CONCERNS', notes: string | null) =>
      seen(`${ID}.outside-proposal`, made(['lib/a.js', 'lib/b.js'], { contract: { status, notes } }))
    const notes = 'lib/a.js and lib/b.js call it.'
    expect(says('DONE_WITH_CONCERNS', notes)).toBeNull()
    expect([says('DONE', notes), says('DONE_WITH_CONCERNS', null)]).not.toContain(null)
  })

  test('may be held by the supervisor’s checks, or have nothing to run', () => {
    const idle = (over: Parameters<typeof stepSceneOf>[0] = {}) =>
      seen(`${ID}.no-test-run`, stepSceneOf({ verifies: false, work: { tests: 0 }, ...over }))
    expect(idle()).toEqual(['6 steps, 2 of them commands, and none ran a test; nothing else will'])
    expect(idle({ verifies: true })).toBeNull()
    expect(idle({ domain: 'writing' })).toBeNull()
    expect(idle({ work: { tests: 0, total: 0 } })).toBeNull()
    expect(idle({ work: { tests: 1 } })).toBeNull()
    expect(idle({ change: { files: [changed('src/a.js')] } })).toBeNull()
    expect(
      idle({ change: { files: [changed('src/a.js')] }, measures: { words: 1, tests_in_base: true } }),
    ).not.toBeNull()
    expect(
      idle({ change: { files: [changed('test/a.js'), changed('README.md')], touched: ['README.md'] } }),
    ).toBeNull()
  })

  test('puts all into one commit only by its own choice', () => {
    const files = names(10, (at) => `src/p${at}.js`).map((path) => changed(path, { added: 40 }))
    const one = (over = {}, more = {}) =>
      seen(`${ID}.one-commit`, stepSceneOf({ change: { files, ...over }, ...more }))
    expect(one()).toEqual(['10 files of code and 400 added lines in one commit'])
    for (const over of [{ commits: 2 }, { fromBase: false }, { tookAlong: true }, { touched: ['src/p1.js'] }])
      expect(one(over)).toBeNull()
    expect(one({}, { domain: 'writing' })).toBeNull()
  })
})

describe('a Guardian', () => {
  const ID = 'guardian.paranoid'
  const critical = { severity: 'CRITICAL' as const }
  const adrift = { in_change: false, place: 'no-file' as const, evidence: 'none' as const, known_names: 0 }

  test('may have twice as many CRITICAL as WARNING', () => {
    const ratio = (criticals: number, warnings: number) =>
      seen(
        `${ID}.critical-ratio`,
        reviewed([...several(criticals, { ...UNSHOWN, ...critical }), ...several(warnings)]),
      )
    expect([ratio(4, 2), ratio(5, 2) === null, ratio(2, 0), ratio(3, 0) === null]).toEqual([
      null,
      false,
      null,
      false,
    ])
    const remarks = several(3, { severity: 'INFO' })
    expect(
      seen(`${ID}.critical-ratio`, reviewed([...several(3, { ...UNSHOWN, ...critical }), ...remarks])),
    ).toEqual([
      '3 CRITICAL to 0 WARNING; not shown to hold in the change: src/slugify.js:1, src/slugify.js:2, src/slugify.js:3',
    ])
  })

  test.each([
    ['is in the change', { in_change: true }],
    ['uses the change', { uses_change: true }],
    ['is used by the change', { used_by_change: true }],
    ['shows code', { evidence: 'code' as const }],
    ['names what is there', { known_names: 1 }],
    ['names nothing strange', { unknown_names: [] }],
  ])('whose CRITICAL %s does not speak of a lost machine', (_, facts) => {
    const of = (over: object) =>
      reviewed([raised({ ...critical, facts: { ...adrift, unknown_names: ['dumpKeyring'], ...over } })])
    expect(seen(`${ID}.compromised-system`, of({}))).not.toBeNull()
    expect(seen(`${ID}.compromised-system`, of(facts))).toBeNull()
  })

  test('is told of five names, each once', () => {
    const facts = { ...adrift, unknown_names: names(4, (at) => `f${at}`), foreign_words: ['f1', 'w1', 'w2'] }
    const [, strange] = seen(`${ID}.compromised-system`, reviewed(several(2, { ...critical, facts })))!
    expect(strange).toBe('found nowhere in the code looked at: f1, f2, f3, f4, w1')
  })

  test('is asked about where most CRITICAL show nothing', () => {
    const rule = archetypeDetectors.find(({ id }) => id === `${ID}.compromised-system`)!
    const suspects = (...findings: SceneFinding[]) =>
      rule.judgement!.suspects(reviewed(findings), rule.thresholds)
    const doubtful = raised({ ...ELSEWHERE, ...critical })
    expect(suspects(doubtful, doubtful, raised(critical))).toEqual([
      '2 of 3 CRITICAL are not about the change, or show nothing (src/billing.js:3, src/billing.js:3)',
    ])
    expect(suspects(doubtful, raised(critical))).toBeNull()
    expect(suspects(doubtful, ...several(3))).not.toBeNull()
    const adriftOnes = several(1, { ...critical, facts: { ...adrift, unknown_names: ['dumpKeyring'] } })
    expect(seen(`${ID}.compromised-system`, reviewed([...adriftOnes, ...several(3)]))).not.toBeNull()
  })

  test('has not rejected while it gave no verdict, or once it approved', () => {
    const worries = several(2, UNSHOWN)
    const never = (
      verdictsBefore: StepScene['verdictsBefore'],
      verdict: 'REJECTED' | 'APPROVED' | 'NONE' = 'REJECTED',
    ) => seen(`${ID}.never-approves`, reviewed(worries, { verdictsBefore, verdict }))
    expect(never(['REJECTED', 'REJECTED'])).not.toBeNull()
    expect(never(['REJECTED', 'NONE'])).toBeNull()
    expect(never(['REJECTED', 'REJECTED', 'APPROVED'])).toBeNull()
    expect(never(['REJECTED', 'REJECTED'], 'APPROVED')).toBeNull()
    const shown = [...several(2), raised({ ...UNSHOWN, severity: 'INFO' })]
    expect(
      seen(`${ID}.never-approves`, reviewed(shown, { verdictsBefore: ['REJECTED', 'REJECTED'] })),
    ).toBeNull()
    expect(never(['REJECTED', 'REJECTED', 'REJECTED'], 'NONE')).toBeNull()
  })

  test('who gives half of the fixes gives enough', () => {
    const fixes = (given: number, missing: number) =>
      seen(`${ID}.few-fixes`, reviewed([...several(given), ...several(missing, { fix: '' })]))
    expect([fixes(2, 2), fixes(1, 2) === null, fixes(0, 2)]).toEqual([null, false, null])
    const remarks = several(4, { fix: '', severity: 'INFO' })
    expect(seen(`${ID}.few-fixes`, reviewed(remarks))).toBeNull()
    expect(seen(`${ID}.few-fixes`, reviewed([...remarks, ...several(3, { fix: '' })]))).not.toBeNull()
  })
})

describe('a Skeptic', () => {
  const ID = 'skeptic.paralytic'
  const elsewhere = (count: number, file = 'lib/deep/billing.js') => several(count, { ...ELSEWHERE, file })
  const outside = (over: Partial<Parameters<typeof reviewSceneOf>[0]>) =>
    seen(`${ID}.outside-scope`, reviewed(elsewhere(4), over))
  const plan = (files: string[], named: string[]): StepScene['plan'] => ({
    contract: contractOf({ files }),
    measures: { words: 9, plan: { named, abstractions: [], packages: [], speculations: [], scope: null } },
  })

  test('stays within what the plan lists or names and the task is about', () => {
    expect(outside({})).not.toBeNull()
    expect(outside({ plan: plan(['lib/'], []) })).toBeNull()
    expect(outside({ plan: plan([], ['billing.js']) })).toBeNull()
    expect(outside({ plan: plan(['illing.js'], []) })).not.toBeNull()
    expect(outside({ plan: { contract: contractOf(), measures: { words: 9 } } })).not.toBeNull()
    expect(outside({ taskFiles: ['lib/deep/billing.js'] })).toBeNull()
    expect(outside({ task: 'Fix lib/deep/billing.js' })).toBeNull()
  })

  test('is not elsewhere where it names no file', () => {
    expect(
      seen(`${ID}.outside-scope`, reviewed(elsewhere(4).map((each) => ({ ...each, file: null })))),
    ).toBeNull()
  })

  test('who offers half of the alternatives offers enough', () => {
    const offers = (given: number, missing: number) =>
      seen(`${ID}.few-alternatives`, reviewed([...several(given), ...several(missing, { fix: '' })]))
    expect([offers(2, 2), offers(1, 2) === null, offers(0, 2)]).toEqual([null, false, null])
    const remarks = several(4, { fix: '', severity: 'INFO' })
    expect(seen(`${ID}.few-alternatives`, reviewed(remarks))).toBeNull()
    expect(seen(`${ID}.few-alternatives`, reviewed([...remarks, raised({ fix: '' })]))).not.toBeNull()
  })

  const cache = 'The cache is never emptied when a user is deleted'
  const again = 'When a user is deleted, the cache does not get emptied'
  const twice = (a: object, b: object, more: SceneFinding[] = []) =>
    seen(
      `${ID}.reworded-concern`,
      reviewed([...more, raised({ description: cache, ...a }), raised({ description: again, ...b })]),
    )

  test('says one thing twice under one category and in one file only', () => {
    expect(twice({}, {})).toEqual(['one concern 2 times: src/slugify.js:3, src/slugify.js:3'])
    expect(twice({}, { category: 'security' })).toBeNull()
    expect(twice({}, { file: 'src/other.js' })).toBeNull()
    expect(twice({ description: again }, {})).not.toBeNull()
    expect(twice({ description: again, line: 9 }, {})).toBeNull()
  })

  test('needs fewer words in common at one line than at two', () => {
    const [read, write] = ['read', 'write'].map((path) => `The ${path} path holds the lock during IO`)
    const at = (a: number | null, b: number | null) =>
      twice({ description: read, line: a }, { description: write, line: b }) !== null
    expect([at(12, 12), at(12, 48), at(null, null)]).toEqual([true, false, false])
  })

  test('whose remark repeats something weighty is told so', () => {
    expect(twice({ severity: 'INFO' }, {})).not.toBeNull()
    expect(twice({ severity: 'INFO' }, { severity: 'INFO' })).toBeNull()
  })

  test('has thirty findings compared', () => {
    const others = (count: number) =>
      Array.from({ length: count }, (_, at) =>
        raised({ category: `kind-${at}`, description: `part ${at} is slow` }),
      )
    expect([twice({}, {}, others(28)) === null, twice({}, {}, others(29))]).toEqual([false, null])
  })

  test('is never told of a concern that stands once, however low the threshold', () => {
    expect(seen(`${ID}.reworded-concern`, reviewed([raised()]), { times: 0 })).toBeNull()
  })
})

describe('a Trickster', () => {
  const ID = 'trickster.false-alarm'
  const invented = (...unknown_names: string[]) => raised({ facts: { known_names: 0, unknown_names } })
  const impossible = (...findings: SceneFinding[]) => seen(`${ID}.impossible-scenario`, reviewed(findings))

  test('may name one thing that is there, and remark what it likes', () => {
    expect(impossible(raised({ facts: { known_names: 1, unknown_names: ['parseFrame'] } }))).toBeNull()
    expect(impossible({ ...invented('parseFrame'), severity: 'INFO' })).toBeNull()
    expect(impossible(raised({ facts: { known_names: 0 } }))).toBeNull()
  })

  test('is told of five names, each once, and of places that are none', () => {
    const nowhere = raised({
      file: 'src/gone.js',
      facts: { evidence: 'none', place: 'no-file', in_change: false },
    })
    expect(impossible(invented('a', 'b', 'c'), invented('c', 'd', 'e', 'f'), nowhere)).toEqual([
      'not in the code that it is said of: a, b, c, d, e',
      'no such place, and no evidence: src/gone.js:3',
    ])
  })

  test.each([
    ['a line past the end', { place: 'no-line', evidence: 'none' }, true],
    ['a file that is not there', { place: 'no-file', in_change: false, evidence: 'none' }, true],
    ['a file that the change deleted', { place: 'no-file', in_change: true, evidence: 'none' }, false],
    ['a line that is there', { place: 'line', in_change: false, evidence: 'none' }, false],
    ['a line past the end, with evidence', { place: 'no-line', evidence: 'code' }, false],
  ] as const)('speaks of %s: misplaced %s', (_, facts, misplaced) => {
    expect(impossible(raised({ facts })) !== null).toBe(misplaced)
  })

  test('is held to as many as the threshold says', () => {
    const two = { findings: 2 }
    const elsewhere = (count: number) => reviewed(several(count, ELSEWHERE))
    expect(seen(`${ID}.untouched-code`, elsewhere(1), two)).toBeNull()
    expect(seen(`${ID}.untouched-code`, elsewhere(2), two)).not.toBeNull()
    expect(seen('sage.bureaucrat.outside-changeset', elsewhere(1), two)).toBeNull()
    expect(seen('sage.bureaucrat.outside-changeset', elsewhere(2), two)).not.toBeNull()
    expect(seen(`${ID}.impossible-scenario`, reviewed([invented('a')]), two)).toBeNull()
    expect(seen(`${ID}.impossible-scenario`, reviewed([invented('a'), invented('b')]), two)).not.toBeNull()
  })

  test('is not asked to prove a remark', () => {
    const quoted = (count: number) => several(count, { facts: { evidence: 'code' } })
    expect(seen(`${ID}.no-reproduction`, reviewed(quoted(3)))).toBeNull()
    expect(
      seen(`${ID}.no-reproduction`, reviewed([...quoted(3), { ...quoted(1)[0]!, severity: 'INFO' }])),
    ).toBeNull()
    const remarks = several(2, { ...ELSEWHERE, severity: 'INFO' })
    expect(seen(`${ID}.untouched-code`, reviewed(remarks))).toBeNull()
    expect(seen('sage.bureaucrat.outside-changeset', reviewed(remarks))).toBeNull()
  })

  test('may find much in a large change, or if all of it is shown in the change', () => {
    const many = (findings: SceneFinding[], files = 2) =>
      seen(
        `${ID}.many-findings`,
        reviewed(findings, {
          change: { files: names(files, (at) => `src/${at}.js`).map((path) => changed(path)) },
        }),
      )
    expect(many([...several(10), raised(UNSHOWN)])).toEqual([
      '11 findings for 2 changed files; 10 are reproduced in the change',
    ])
    expect(many([...several(10), raised(ELSEWHERE)])).not.toBeNull()
    expect(many(several(11))).toBeNull()
    expect(many(several(10, UNSHOWN))).toBeNull()
    expect([many(several(11, UNSHOWN), 4) === null, many(several(11, UNSHOWN), 5)]).toEqual([false, null])
  })
})

describe('a Sage', () => {
  const ID = 'sage.bureaucrat'
  const long = (words: number, findings: SceneFinding[], lines = { added: 5, deleted: 5 }) =>
    seen(
      `${ID}.long-review`,
      reviewed(findings, { measures: { words }, change: { files: [changed('src/a.js', lines)] } }),
    )

  test('is as long as the longer of its message and its findings', () => {
    expect(long(400, several(2, { facts: { words: 160 } }))).toEqual(['400 words about 10 changed lines'])
    expect(long(100, several(2, { facts: { words: 160 } }))).toEqual(['320 words about 10 changed lines'])
    expect(long(100, several(2, { facts: { words: 100 } }))).toBeNull()
  })

  test('may have two words a line, and as many as it likes about nothing', () => {
    expect(long(400, [], { added: 150, deleted: 50 })).toBeNull()
    expect(long(401, [], { added: 150, deleted: 50 })).not.toBeNull()
    expect(long(400, [], { added: 0, deleted: 0 })).toBeNull()
  })

  test('may remark three times without asking for anything', () => {
    const idle = several(3, { fix: '', severity: 'INFO' })
    expect(seen(`${ID}.no-action`, reviewed(idle))).toBeNull()
    expect(seen(`${ID}.no-action`, reviewed([...idle, raised({ fix: '' })]))).not.toBeNull()
    expect(seen(`${ID}.no-action`, reviewed(several(2, { fix: '' })))).toBeNull()
  })

  const wish = (over: Parameters<typeof raised>[0] = {}) =>
    raised({ category: 'documentation', fix: 'Add a doc comment', facts: { function_lines: 1 }, ...over })
  const docs = (findings: SceneFinding[], over = {}) => seen(`${ID}.trivial-docs`, reviewed(findings, over))

  test.each([
    ['Add a doc comment', 'quality', true],
    ['Please write JSDoc', 'quality', true],
    ['Document it', 'quality', true],
    ['Explain what it returns', 'documentation', true],
    ['Consider', 'missing-docs', true],
    ['Add `/** … */`', 'quality', true],
    ['Add a check', 'quality', false],
    ['Add a check', 'documentation', true],
    ['Consider', 'quality', false],
    ['Rename it: the comment is wrong', 'documentation', false],
    ['Remove the comment', 'quality', false],
  ])('who says %j about %s asks for documentation: %s', (fix, category, asks) => {
    expect(docs([wish({ fix, category })]) !== null).toBe(asks)
  })

  test('may ask for a page, for no file, and where the change is longer', () => {
    expect(docs([wish({ file: 'README.md' })])).toBeNull()
    expect(docs([wish({ file: null })])).toBeNull()
    const unknown = wish({ facts: { function_lines: null } })
    const changing = (added: number, deleted: number, path = 'src/slugify.js') =>
      docs([unknown], { change: { files: [changed(path, { added, deleted })] } })
    expect(changing(1, 1)).not.toBeNull()
    expect([changing(2, 1), changing(1, 2), changing(1, 1, 'src/other.js')]).toEqual([null, null, null])
  })
})

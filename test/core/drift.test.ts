import { describe, expect, test } from 'vitest'
import type { Aim } from '../../src/core/drift/aim.ts'
import { driftOf, suspectedDrift } from '../../src/core/drift/drift-of.ts'
import type { Survey, SurveyedFile } from '../../src/core/drift/survey.ts'
import { taskTerms } from '../../src/core/drift/task-terms.ts'
import type { ChangedFile } from '../../src/core/events.ts'

type Made = Partial<ChangedFile> & Partial<SurveyedFile> & { lines?: number }
interface Scene {
  task?: string
  files: Record<string, Made>
  anchors?: string[]
  patterns?: string[]
  aim?: Partial<Aim>
}

const TASK = 'Mend the coupon totals of the basket'

const look = (scene: Scene) => lookWith(driftOf, scene)
const doubt = (scene: Scene) => lookWith(suspectedDrift, scene)

function lookWith(
  rule: typeof driftOf,
  { task = TASK, files, anchors = [], patterns = [], aim: own }: Scene,
) {
  const aim: Aim = { task, also: [], todos: [], files: [], places: [], ...own }
  const survey: Survey = {
    files: Object.entries(files).map(([path, { names = [], mentions = [], links = [], behind = [] }]) => ({
      path,
      names,
      mentions,
      links,
      behind,
    })),
    anchors,
    patterns,
  }
  return rule(Object.entries(files).map(changed), { aim, terms: taskTerms(aim), survey })
}

function changed([path, { change = 'modified', lines = 10, added, deleted = 0, test = false }]: [
  string,
  Made,
]): ChangedFile {
  return { path, change, added: added ?? lines, deleted, test }
}

const fresh = (lines: number): Made => ({ change: 'added', lines })
/** On the task by its path, and three new files that are not. */
const beside = (own: number, each: [number, number, number]): Record<string, Made> => ({
  'src/coupon.ts': { lines: own },
  'src/chart.ts': fresh(each[0]),
  'src/axis.ts': fresh(each[1]),
  'src/legend.ts': fresh(each[2]),
})

describe('nothing of the change has to do with the task', () => {
  const anchors = ['src/coupon.ts', 'src/basket.ts', 'src/basket/a.ts', 'src/basket/b.ts']

  test('is another problem, and the core is missing, even in one file', () => {
    expect(look({ files: { 'src/mail.ts': { lines: 4, names: ['footer'] } }, anchors })).toEqual({
      share: 1,
      causes: ['another-problem', 'core-missing'],
      off: ['src/mail.ts'],
      evidence: [
        'nothing of the change touches what the task names (such as src/coupon.ts, src/basket.ts, src/basket/a.ts)',
        'off the task: src/mail.ts (modified, 4 lines)',
      ],
    })
  })

  test('is not held against it where the project has nothing of that name', () => {
    expect(look({ files: { 'src/mail.ts': {} } })).toBeNull()
  })

  test.each<[string, Record<string, Made>]>([
    ['a word of the task in a changed line', { 'src/mail.ts': { names: ['couponRow'] } }],
    ['a word of the task elsewhere in it', { 'src/mail.ts': { mentions: ['basket'] } }],
    ['its folder is called so', { 'src/basket/mail.ts': {} }],
    ['a file that one of that name uses does so', { 'src/mail.ts': { behind: ['src/money.ts'] } }],
    ['a file of that name uses it', { 'src/mail.ts': { links: ['src/coupon.ts'] } }],
    [
      'a test beside it speaks of the task',
      { 'src/mail.ts': {}, 'test/a.test.ts': { test: true, names: ['coupon'] } },
    ],
    ['a page beside it does', { 'src/mail.ts': {}, 'docs/a.md': { names: ['coupon'] } }],
    ['only settings and data were changed', { 'config/a.yaml': {}, 'package-lock.json': {} }],
    ['only tests were changed', { 'test/a.test.ts': { test: true } }],
  ])('is not so where %s', (_, files) => {
    expect(look({ files, anchors })).toBeNull()
  })

  test('a file that was not looked into may be the one', () => {
    const aim: Aim = { task: TASK, also: [], todos: [], files: [], places: [] }
    const survey = { files: [], anchors, patterns: [] }
    const files = [changed(['src/mail.ts', {}])]
    expect(driftOf(files, { aim, terms: taskTerms(aim), survey })).toBeNull()
  })

  test('where a check failed in a file, mending that file is the task; a new one is not excused by failing', () => {
    const aim = { places: ['src/mail.ts'] }
    expect(look({ files: { 'src/mail.ts': {} }, anchors, aim })).toBeNull()
    expect(look({ files: { 'src/mail.ts': fresh(5) }, anchors, aim })).not.toBeNull()
  })
})

describe('most of the change has nothing to do with the task', () => {
  test('new files are something that was not asked for', () => {
    expect(look({ files: beside(20, [30, 30, 40]) })).toEqual({
      share: 0.83,
      causes: ['not-asked-for'],
      off: ['src/chart.ts', 'src/axis.ts', 'src/legend.ts'],
      evidence: [
        '3 of 4 files of code have nothing to do with the task',
        'off the task: src/chart.ts (added, 30 lines)',
        'off the task: src/axis.ts (added, 30 lines)',
        'off the task: src/legend.ts (added, 40 lines)',
      ],
    })
  })

  test('60 % of the lines are too many, a little less is not', () => {
    expect(look({ files: beside(40, [20, 20, 20]) })?.share).toBe(0.6)
    expect(look({ files: beside(41, [20, 20, 20]) })).toBeNull()
  })

  test('fewer than 60 lines are few', () => {
    expect(look({ files: beside(1, [20, 20, 20]) })).not.toBeNull()
    expect(look({ files: beside(1, [20, 20, 19]) })).toBeNull()
  })

  test('two files are few', () => {
    const { 'src/legend.ts': _, ...files } = beside(5, [100, 100, 100])
    expect(look({ files })).toBeNull()
  })

  test('of a very long file, 300 lines count; of one without lines, one', () => {
    expect(look({ files: beside(200, [5_000, 0, 0]) })?.share).toBe(0.6)
    expect(look({ files: beside(202, [5_000, 0, 0]) })).toBeNull()
    expect(look({ files: { ...beside(0, [20, 20, 20]), 'src/binary.ts': fresh(0) } })?.share).toBe(0.98)
  })

  test('files that were there before are another problem, from 75 % on', () => {
    const old = (own: number) =>
      Object.fromEntries(
        Object.entries(beside(own, [30, 30, 30])).map(([path, file]) => [
          path,
          { ...file, change: 'modified' as const },
        ]),
      )
    expect(look({ files: old(30) })).toMatchObject({ share: 0.75, causes: ['another-problem'] })
    expect(look({ files: old(31) })).toBeNull()
  })

  test('half of them new is enough to call it something new', () => {
    const files = { ...beside(50, [30, 30, 30]), 'src/tick.ts': { lines: 30 }, 'src/bar.ts': { lines: 30 } }
    expect(look({ files: { ...files, 'src/pie.ts': fresh(30) } })?.causes).toEqual(['not-asked-for'])
    expect(look({ files: { ...files, 'src/pie.ts': { lines: 1 } } })?.causes).toEqual(['not-asked-for'])
    const older = { ...files, 'src/pie.ts': { lines: 30 }, 'src/dot.ts': { lines: 30 } }
    expect(look({ files: older })?.causes).toEqual(['another-problem'])
  })

  test('one word of the task in passing does not make a file part of it, two do', () => {
    const faint = { ...beside(20, [30, 30, 40]) }
    faint['src/axis.ts'] = { ...fresh(30), names: ['coupon'] }
    expect(look({ files: faint })?.off).toContain('src/axis.ts')
    faint['src/axis.ts'] = { ...fresh(30), names: ['coupon', 'basket'] }
    expect(look({ files: faint })).toBeNull()
  })

  test('words anywhere in a file take three', () => {
    const task = 'Mend the coupon rounding of the basket'
    const files = beside(20, [30, 30, 40])
    files['src/axis.ts'] = { ...fresh(30), mentions: ['coupon', 'basket'] }
    expect(look({ task, files })).not.toBeNull()
    files['src/axis.ts'] = { ...fresh(30), mentions: ['coupon', 'basket', 'rounding'] }
    expect(look({ task, files })).toBeNull()
  })

  test('what the file on the task uses, or is used by, is on the task', () => {
    const files = beside(20, [30, 30, 40])
    files['src/legend.ts'] = { ...fresh(40), links: ['src/coupon.ts'] }
    expect(look({ files })).toBeNull()
  })

  test('one step further, only what was there before is', () => {
    const files = beside(20, [30, 30, 40])
    files['src/money.ts'] = { lines: 2, links: ['src/coupon.ts'] }
    files['src/legend.ts'] = { lines: 40, links: ['src/money.ts'] }
    expect(look({ files })).toBeNull()
    files['src/legend.ts'] = { ...fresh(40), links: ['src/money.ts'] }
    expect(look({ files })).not.toBeNull()
  })

  test('of a task with hardly any words, one is enough', () => {
    const files = beside(20, [30, 30, 40])
    files['src/axis.ts'] = { ...fresh(30), names: ['coupon'] }
    expect(
      look({ task: 'Mend the coupon in `sumOf`', files, aim: { files: ['src/coupon.ts'] } }),
    ).not.toBeNull()
    expect(look({ task: 'Mend the coupon', files })).toBeNull()
  })

  test('words that all code has hardly count', () => {
    const files = beside(20, [30, 30, 40])
    const task = `${TASK}: name, type, id and page of each`
    files['src/axis.ts'] = { ...fresh(30), names: ['coupon', 'pageName', 'typeId'] }
    expect(look({ task, files })).toBeNull()
    files['src/axis.ts'] = { ...fresh(30), names: ['coupon', 'pageName'] }
    expect(look({ task, files })).not.toBeNull()
  })

  test('a file of which only words in passing speak, and nothing else, is nobody’s drift', () => {
    const files: Record<string, Made> = {}
    for (const name of ['a', 'b', 'c']) files[`src/${name}.ts`] = { ...fresh(60), names: ['coupon'] }
    expect(look({ files, anchors: ['src/basket.ts'] })).toBeNull()
  })

  test('what a named file uses is on the task as well', () => {
    const files = beside(20, [30, 30, 40])
    files['src/legend.ts'] = { ...fresh(40), links: ['lib/tax.ts'] }
    files['lib/tax.ts'] = { lines: 1 }
    expect(look({ files })).not.toBeNull()
    expect(look({ files, task: `${TASK} by tax.ts` })).toBeNull()
  })

  test('tests, lockfiles, generated files, pages and data are never off it', () => {
    const files: Record<string, Made> = {
      'src/coupon.ts': { lines: 5 },
      'test/chart.test.ts': { ...fresh(200), test: true },
      'package-lock.json': fresh(900),
      'src/api/client.generated.ts': fresh(300),
      'docs/charts.md': fresh(100),
      'data/axis.json': fresh(100),
    }
    expect(look({ files })).toBeNull()
  })

  test('files that were only moved are not', () => {
    const files: Record<string, Made> = { 'src/coupon.ts': { lines: 5 } }
    for (const name of ['a', 'b', 'c']) {
      files[`src/${name}.ts`] = { change: 'deleted', added: 0, deleted: 50 }
      files[`lib/${name}.ts`] = { change: 'added', added: 50 }
    }
    expect(look({ files })).toBeNull()
  })

  test('a file that the user, a finding or an answer names is on it', () => {
    const files = beside(20, [30, 30, 40])
    expect(look({ files, aim: { files: ['src/legend.ts'] } })).toBeNull()
    expect(look({ files, aim: { also: ['src/legend.ts has to be there'] } })).toBeNull()
    expect(look({ files, task: `${TASK}, as in src/legend.ts` })).toBeNull()
  })

  test('a folder that the task names is on it, one of a similar name is not', () => {
    const files: Record<string, Made> = { 'src/coupon.ts': { lines: 5 } }
    for (const name of ['a', 'b', 'c']) files[`src/plot/${name}.ts`] = fresh(40)
    expect(look({ files, task: `${TASK}, see src/plot` })).toBeNull()
    expect(look({ files, task: `${TASK}, see src/plo` })).not.toBeNull()
    expect(look({ files, aim: { files: ['plot/'] } })).toBeNull()
    expect(look({ files, aim: { files: ['lot/'] } })).not.toBeNull()
    expect(look({ files, aim: { files: ['src/'] } })).toBeNull()
  })

  test('a name from the code that the task says, in a changed line, is on it', () => {
    const files = beside(20, [30, 30, 40])
    files['src/legend.ts'] = { ...fresh(40), names: ['drawLegend'] }
    expect(look({ files, task: `${TASK} and call drawLegend()` })).toBeNull()
    expect(look({ files, task: `${TASK} and call drawPie()` })).not.toBeNull()
    files['src/legend.ts'] = { ...fresh(40), names: ['Render'] }
    expect(look({ files, task: `${TASK} in \`render\`` })).toBeNull()
    expect(look({ files, task: `${TASK} in render` })).not.toBeNull()
  })

  test('a list of the agent’s own counts as far as it comes from the task', () => {
    const files = beside(20, [30, 30, 40])
    expect(look({ files, aim: { todos: ['coupon legend'] } })).toBeNull()
    expect(look({ files, aim: { todos: ['chart, axis and legend'] } })).not.toBeNull()
  })

  test('at most twenty are told, and fifty kept', () => {
    const files: Record<string, Made> = { 'src/coupon.ts': { lines: 5 } }
    for (let at = 0; at < 60; at++) files[`src/part${at}.ts`] = fresh(10)
    const found = look({ files })!
    expect(found.evidence).toHaveLength(22)
    expect(found.evidence.at(-1)).toBe('and 40 more')
    expect(found.off).toHaveLength(50)
    const few = Object.fromEntries(Object.entries(files).slice(0, 21))
    expect(look({ files: few })!.evidence).toHaveLength(21)
  })
})

describe('a solution larger than its problem', () => {
  const linked = (lines: number): Made => ({ ...fresh(lines), links: ['src/coupon.ts'] })
  const grown = (own: number, each: number, count = 3): Record<string, Made> => ({
    'src/coupon.ts': { lines: own },
    ...Object.fromEntries(Array.from({ length: count }, (_, at) => [`src/piece${at}.ts`, linked(each)])),
  })
  const fix = 'Fix the coupon totals of the basket'

  test('three new modules for a fix of a few lines, though the fix uses them', () => {
    expect(look({ task: fix, files: grown(10, 50) })).toMatchObject({
      causes: ['over-engineering'],
      share: 0.94,
      off: ['src/piece0.ts', 'src/piece1.ts', 'src/piece2.ts'],
    })
    expect(look({ task: fix, files: grown(10, 50) })?.evidence[0]).toBe('3 new modules for a fix of 10 lines')
  })

  test('two are not, fewer than 120 lines are not, nor less than twice the fix', () => {
    expect(look({ task: fix, files: grown(10, 100, 2) })).toBeNull()
    expect(look({ task: fix, files: grown(10, 40) })).not.toBeNull()
    expect(look({ task: fix, files: grown(10, 39) })).toBeNull()
    expect(look({ task: fix, files: grown(75, 50) })).not.toBeNull()
    expect(look({ task: fix, files: grown(76, 50) })).toBeNull()
  })

  test('whether the fix uses each of them does not matter', () => {
    const files = grown(10, 50)
    files['src/piece0.ts'] = fresh(50)
    expect(look({ task: fix, files })?.causes).toEqual(['over-engineering'])
    files['src/piece0.ts'] = { ...fresh(50), names: ['coupon'] }
    expect(look({ task: fix, files })?.causes).toEqual(['over-engineering'])
  })

  test('what is to be added may bring modules along, and so may a task about structure', () => {
    expect(look({ task: 'Add coupon totals to the basket', files: grown(10, 50) })).toBeNull()
    expect(look({ task: `${fix}: extract what is shared`, files: grown(10, 50) })).toBeNull()
  })

  test('modules that speak of the task are part of the fix', () => {
    const files = grown(10, 50)
    files['src/piece0.ts'] = { ...linked(50), names: ['coupon', 'basket'] }
    expect(look({ task: fix, files })).toBeNull()
  })

  const add = 'Add a coupon export to the basket'
  const machinery = (each: number, names = ['factory', 'registry', 'strategy']): Record<string, Made> => ({
    'src/basket.ts': { lines: 10 },
    ...Object.fromEntries(names.map((name) => [`src/coupon-${name}.ts`, fresh(each)])),
  })

  test('machinery that nobody asked for', () => {
    const found = look({ task: add, files: machinery(40) })
    expect(found).toMatchObject({ causes: ['over-engineering'], share: 0.92 })
    expect(found?.evidence[0]).toBe(
      '3 new modules of machinery that nobody asked for: factory, registry, strategy',
    )
  })

  test('less of it is not, nor what was there before', () => {
    expect(look({ task: add, files: machinery(39) })).toBeNull()
    expect(look({ task: add, files: machinery(90, ['factory', 'registry']) })).toBeNull()
    const old = machinery(40)
    old['src/coupon-factory.ts'] = { lines: 40 }
    expect(look({ task: add, files: old })).toBeNull()
  })

  test('a project that names its files so, and a task that does, are left alone', () => {
    expect(look({ task: add, files: machinery(40), patterns: ['registry'] })).toBeNull()
    expect(look({ task: `${add} with a registry`, files: machinery(40) })).toBeNull()
    const others = machinery(40, ['builder', 'resolver', 'bus'])
    expect(look({ task: add, files: others })).not.toBeNull()
    expect(look({ task: `${add} in src/coupon-bus.ts`, files: others })).toBeNull()
  })

  test('what the task, an answer or a finding asks for by name is not', () => {
    const files = machinery(40, ['builder', 'proxy', 'container'])
    expect(look({ task: add, files })).not.toBeNull()
    for (const word of ['builder', 'proxies', 'Container'])
      expect(look({ task: `${add} with its ${word}`, files }), word).toBeNull()
    expect(look({ task: add, files, aim: { also: ['it goes through the proxy'] } })).toBeNull()
    expect(look({ task: add, files, aim: { todos: ['write the coupon proxy'] } })).not.toBeNull()
    const more = machinery(40, ['builder', 'proxy', 'container', 'bus'])
    expect(look({ task: `${add} through a proxy`, files: more })?.evidence[0]).toBe(
      '3 new modules of machinery that nobody asked for: builder, container, bus',
    )
  })

  test('a folder of that name is no machinery', () => {
    const files: Record<string, Made> = { 'src/basket.ts': { lines: 10 } }
    for (const name of ['coupon-a', 'coupon-b', 'coupon-c']) files[`src/factory/${name}.ts`] = fresh(90)
    expect(look({ task: add, files })).toBeNull()
  })
})

describe('only pages were changed', () => {
  const task = 'Fix the coupon totals of the basket'
  const anchors = ['src/coupon.ts']
  const pages: Record<string, Made> = { 'README.md': { names: ['coupon'] }, 'NEWS.md': {} }

  test('the core of a task about code is missing', () => {
    expect(look({ task, files: pages, anchors })).toEqual({
      share: 1,
      causes: ['core-missing'],
      off: [],
      evidence: ['only pages were changed (README.md, NEWS.md); the task is about code'],
    })
  })

  test.each<[string, Scene]>([
    ['the task is about a page', { task: 'Fix the guide on coupon totals', files: pages, anchors }],
    ['it does not say what is to behave otherwise', { task: 'Coupon totals, basket', files: pages, anchors }],
    ['a page is what was named', { task, files: pages, anchors, aim: { files: ['README.md'] } }],
    ['the project has no code of that name', { task, files: pages }],
    ['settings were changed too', { task, files: { ...pages, 'config/coupon.yaml': {} }, anchors }],
    ['code was changed too', { task, files: { ...pages, 'src/coupon.ts': {} }, anchors }],
    ['nothing was changed', { task, files: {}, anchors }],
  ])('not where %s', (_, scene) => {
    expect(look(scene)).toBeNull()
  })
})

describe('what only a judge can tell', () => {
  const own = { 'src/coupon.ts': { lines: 60 } }

  test('40 lines and three tenths of the code, in files that do not speak of the task', () => {
    const files = { ...own, 'src/chart.ts': fresh(40) }
    expect(look({ files })).toBeNull()
    expect(doubt({ files })).toEqual({
      share: 0.4,
      causes: ['not-asked-for'],
      off: ['src/chart.ts'],
      evidence: [
        '1 of 2 files of code do not speak of the task',
        'off the task: src/chart.ts (added, 40 lines)',
      ],
    })
  })

  test.each<[string, Record<string, Made>]>([
    ['39 lines', { ...own, 'src/chart.ts': fresh(39) }],
    ['less than three tenths', { 'src/coupon.ts': { lines: 94 }, 'src/chart.ts': fresh(40) }],
    ['a test', { ...own, 'test/chart.test.ts': { ...fresh(90), test: true } }],
    ['a page', { ...own, 'docs/chart.md': fresh(90) }],
    [
      'a file that the task uses and that was there',
      { ...own, 'src/sum.ts': { lines: 90, links: ['src/coupon.ts'] } },
    ],
    ['nothing but the task', own],
  ])('not of %s', (_, files) => {
    expect(doubt({ files })).toBeNull()
  })

  test('at just three tenths, and of files that were there, another problem', () => {
    const files = { 'src/coupon.ts': { lines: 98 }, 'src/chart.ts': { lines: 42 } }
    expect(doubt({ files })).toMatchObject({ share: 0.3, causes: ['another-problem'] })
  })

  test('150 lines and three quarters of the code, in files that came or went whole', () => {
    const spoken = { names: ['coupon', 'basket'] }
    const whole = (lines: number, rest: number, change: ChangedFile['change'] = 'added') =>
      doubt({ files: { 'src/coupon.ts': { lines: rest }, 'src/chart.ts': { lines, change, ...spoken } } })
    expect(whole(150, 50)).toMatchObject({
      off: ['src/chart.ts'],
      evidence: ['1 of 2 files of code were added or deleted whole', expect.any(String)],
    })
    expect(whole(150, 50, 'deleted')).toMatchObject({ causes: ['another-problem'] })
    expect(whole(149, 10)).toBeNull()
    expect(whole(150, 51)).toBeNull()
    expect(whole(150, 50, 'modified')).toBeNull()
  })

  test('what the task names may come or go', () => {
    const files = { 'src/chart.ts': fresh(200) }
    expect(doubt({ files, task: 'Draw the totals in src/chart.ts' })).toBeNull()
  })

  test('a new file that only hangs on the task may be a feature beside it', () => {
    const files = { ...own, 'src/chart.ts': { ...fresh(50), links: ['src/coupon.ts'] } }
    expect(doubt({ files })).toMatchObject({ off: ['src/chart.ts'] })
  })
})

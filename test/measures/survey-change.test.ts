import { describe, expect, test } from 'vitest'
import type { Aim } from '../../src/core/drift/aim.ts'
import { surveyChange, type TextChange } from '../../src/measures/survey-change.ts'

const aim: Aim = {
  task: 'Mend the coupon rounding in `sumOf` of the basket',
  also: [],
  todos: [],
  files: [],
  places: [],
}

function survey(changes: TextChange[], beside: Record<string, string> = {}) {
  const old = changes.filter(({ before }) => before !== null).map(({ path }) => path)
  return surveyChange(changes, {
    aim,
    paths: [...old, ...Object.keys(beside)],
    read: async (path) => beside[path] ?? null,
  })
}

describe('what a change is made of', () => {
  test('names of lines that came and went, words of the task first, then by how often', async () => {
    const before = 'kept line\nold value\n'
    const after = 'kept line\nfresh fresh thing\ncoupon\n'
    const { files } = await survey([{ path: 'src/a.ts', before, after }])
    expect(files[0]?.names).toEqual(['coupon', 'fresh', 'thing', 'old', 'value'])
  })

  test('a line that only moved, or was indented, was not changed', async () => {
    const { files } = await survey([
      { path: 'a.ts', before: 'one two\nthree\n', after: 'three\n  one two\n' },
    ])
    expect(files[0]?.names).toEqual([])
  })

  test('words of the task anywhere in the file, before or after', async () => {
    const { files } = await survey([{ path: 'a.ts', before: 'basket\nx', after: 'sumOf\nother\nx' }])
    expect(files[0]?.mentions).toEqual(['basket', 'sumOf'])
  })

  test('sixty names a file, and thirty mentions', async () => {
    const after = Array.from({ length: 100 }, (_, at) => `couponNumber${at}`).join('\n')
    const { files } = await survey([{ path: 'a.ts', before: null, after }])
    expect([files[0]?.names.length, files[0]?.mentions.length]).toEqual([60, 30])
  })

  test('a deleted file and one that is no text', async () => {
    const { files } = await survey([
      { path: 'a.ts', before: 'coupon', after: null },
      { path: 'a.png', before: null, after: null },
    ])
    expect(files.map(({ names }) => names)).toEqual([['coupon'], []])
  })
})

describe('what it is near to', () => {
  test('files of code that are called as the task says are anchors, those named outright first', async () => {
    const named = { ...aim, task: `${aim.task}, in lib/tax.ts` }
    const { anchors } = await surveyChange([], {
      aim: named,
      paths: ['src/coupon.ts', 'docs/coupon.md', 'src/mail.ts', 'src/basket-coupon.ts', 'lib/tax.ts'],
      read: async () => null,
    })
    expect(anchors).toEqual(['lib/tax.ts', 'src/basket-coupon.ts', 'src/coupon.ts'])
  })

  test('at most thirty', async () => {
    const paths = Array.from({ length: 40 }, (_, at) => `src/coupon${at}.ts`)
    const { anchors } = await surveyChange([], { aim, paths, read: async () => null })
    expect(anchors).toHaveLength(30)
  })

  test('a changed file is linked with whom it uses and who uses it, changed or not', async () => {
    const { files } = await survey(
      [
        { path: 'src/money.ts', before: '', after: "import { axis } from './axis'" },
        { path: 'src/axis.ts', before: null, after: 'export const axis = 1' },
        { path: 'src/mail.ts', before: null, after: 'export const mail = 1' },
      ],
      { 'src/coupon.ts': "import { money } from './money'", 'src/far.ts': "import { mail } from './mail'" },
    )
    expect(files.map(({ links }) => links)).toEqual([['src/axis.ts', 'src/coupon.ts'], ['src/money.ts'], []])
  })

  test('what is used by what a file of the task’s name uses is behind it', async () => {
    const { files } = await survey(
      [
        { path: 'src/util/round.ts', before: 'a', after: 'b' },
        { path: 'src/mail.ts', before: 'a', after: 'b' },
      ],
      {
        'src/coupon.ts': "import { price } from './price'",
        'src/price.ts': "import { round } from './util/round'",
        'src/main.ts': "import './mail'\nimport './coupon'",
      },
    )
    expect(files.map(({ behind, links }) => [behind, links])).toEqual([
      [['src/price.ts'], []],
      [[], []],
    ])
  })

  test('what machinery the project has in its names', async () => {
    const { patterns } = await survey([], { 'src/UserFactory.ts': '', 'lib/registry/a.ts': '' })
    expect(patterns).toEqual(['factory', 'registry'])
  })
})

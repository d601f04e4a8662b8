import { describe, expect, test } from 'vitest'
import type { Finding } from '../../src/core/events.ts'
import { findingFacts } from '../../src/runtime/perform/finding-facts.ts'
import type { ReviewWorld } from '../../src/runtime/perform/review-world.ts'
import { sourceFile } from '../../src/verify/file-links.ts'

const FILES: Record<string, string> = {
  'src/slugify.js':
    "import { fold } from './fold.js'\n\nexport function slugify(title) {\n  return fold(title)\n}\n",
  'src/fold.js': 'export const fold = (text) => text.toLowerCase()\n',
  'src/page.js': "import { slugify } from './slugify.js'\n\nexport const link = (title) => slugify(title)\n",
  'src/old.js': "import './gone.js'\n",
  'src/billing.js': 'export function total(items) {\n  return items.length\n}\n',
}

const world: ReviewWorld = {
  fileExists: (path) => path in FILES || path === 'logo.png',
  hasName: (path) => Object.keys(FILES).some((each) => each.endsWith(path.slice(path.lastIndexOf('/') + 1))),
  lineCount: (path) => FILES[path]?.split('\n').length ?? null,
  changed: ['src/slugify.js', 'src/gone.js'],
  complete: true,
  sources: new Map(Object.entries(FILES).map(([path, text]) => [path, sourceFile(path, text)])),
}

function factsOf(over: Partial<Finding>, seen = world) {
  const finding: Finding = {
    id: 'x',
    file: 'src/slugify.js',
    line: 4,
    severity: 'WARNING',
    category: 'reliability',
    description: 'An empty title is lost',
    fix: 'Return early',
    evidence: '',
    sources: ['trickster'],
    ...over,
  }
  return findingFacts([finding], seen)[0]!
}

describe('What is seen of a finding', () => {
  test('in the change, with nothing to show', () => {
    expect(factsOf({})).toEqual({
      in_change: true,
      uses_change: false,
      used_by_change: false,
      place: 'line',
      evidence: 'none',
      known_names: 0,
      unknown_names: [],
      foreign_words: [],
      function_lines: 1,
      words: 7,
    })
  })

  test.each([
    ['a caller', 'src/page.js', [false, true, false]],
    ['what the change calls', 'src/fold.js', [false, false, true]],
    ['a stranger', 'src/billing.js', [false, false, false]],
    ['what the change deleted', 'src/gone.js', [true, false, false]],
    ['what brings in a file that is gone', 'src/old.js', [false, true, false]],
    ['no file', null, [false, false, false]],
  ])('is how %s stands to the change', (_, file, expected) => {
    const { in_change, uses_change, used_by_change } = factsOf({ file })
    expect([in_change, uses_change, used_by_change]).toEqual(expected)
  })

  test.each<[string, Partial<Finding>]>([
    ['line', { line: 6 }],
    ['no-line', { line: 7 }],
    ['file', { line: null }],
    ['line', { file: 'logo.png', line: 3 }],
    ['no-file', { file: 'src/ghost.js' }],
    ['none', { file: null, line: null }],
  ])('is its place: %s', (place, over) => {
    expect(factsOf(over).place).toBe(place)
  })

  test.each<[string, Partial<Finding>, [number, string[], string[]]]>([
    ['what is there', { description: '`slugify(title)` loses it' }, [2, [], []]],
    ['a function that is nowhere', { description: 'parseFrame() overflows' }, [0, ['parseFrame'], []]],
    ['a file that is nowhere', { evidence: 'see src/frames/parse.js' }, [0, ['src/frames/parse.js'], []]],
    ['a file that is there', { evidence: 'see src/billing.js' }, [1, [], []]],
    ['what a file has that it speaks of', { evidence: 'src/billing.js: total() is wrong' }, [2, [], []]],
    ['a method of anybody', { evidence: 'it calls frame.parse()' }, [0, [], ['frame.parse']]],
    ['a setting of another system', { evidence: 'with `LD_PRELOAD` set' }, [0, [], ['LD_PRELOAD']]],
    ['a name in the fix alone', { fix: 'Call parseFrame() first' }, [0, [], []]],
  ])('are the names in it: %s', (_, over, expected) => {
    const { known_names, unknown_names, foreign_words } = factsOf(over)
    expect([known_names, unknown_names, foreign_words]).toEqual(expected)
  })

  test('is no name that is missing, where not all was read', () => {
    const partly = { ...world, complete: false }
    expect(factsOf({ description: 'parseFrame() overflows' }, partly).unknown_names).toEqual([])
    const blind = { ...world, sources: new Map() }
    expect(factsOf({ description: 'parseFrame() overflows' }, blind).unknown_names).toEqual([])
  })

  test('is a reproduction wherever it is told', () => {
    expect(factsOf({ description: "`slugify('')` returns nothing", evidence: '`x`' }).evidence).toBe(
      'reproduction',
    )
    expect(factsOf({ evidence: '`title`' }).evidence).toBe('code')
  })
})

import { describe, expect, test } from 'vitest'
import { sourceFile, usesFile } from '../../src/verify/file-links.ts'
import { growsLinearly } from '../contracts/growth.ts'

const uses = (path: string, text: string, used: { path: string; text?: string }) =>
  usesFile(sourceFile(path, text), sourceFile(used.path, used.text ?? ''))

describe('A file uses another', () => {
  test.each([
    ['an import', 'src/page.js', "import { slugify } from './slugify.js'", 'src/slugify.js'],
    [
      'an import over several lines',
      'a.ts',
      "import {\n  x,\n} from '../core/slugify.ts'",
      'core/slugify.ts',
    ],
    ['a call of require', 'a.cjs', "const { x } = require('./lib/slugify')", 'lib/slugify.js'],
    ['a late import', 'a.js', "await import('./slugify.js')", 'slugify.js'],
    ['the folder of an index', 'a.ts', "import { x } from './shapes'", 'src/shapes/index.ts'],
    ['a dashed name', 'a.ts', "export * from './fold-signals.ts'", 'core/fold-signals.ts'],
    ['Python', 'a.py', 'from app.slugs import slugify', 'app/slugs.py'],
    ['Rust', 'main.rs', 'use crate::slugs::slugify;', 'src/slugs.rs'],
    ['C', 'main.c', '#include "slugs.h"', 'src/slugs.h'],
    ['Go, by the folder', 'cmd/main.go', 'import (\n\t"example.org/app/slugs"\n)', 'slugs/make.go'],
    ['Java', 'A.java', 'import org.example.Slugs;', 'org/example/Slugs.java'],
  ])('by %s', (_, path, text, used) => {
    expect(uses(path, text, { path: used })).toBe(true)
  })

  test('in one folder without an import, where the language has none', () => {
    const used = { path: 'app/slug.go', text: 'func Slugify(title string) string {\n}' }
    expect(uses('app/page.go', 'x := Slugify(t)', used)).toBe(true)
    expect(uses('app/page.go', 'x := Other(t)', used)).toBe(false)
    expect(uses('web/page.go', 'x := Slugify(t)', used)).toBe(false)
  })

  test.each([
    ['it only speaks of it', 'a.js', '// slugify.js is nice\nslugify()', 'src/slugify.js'],
    ['the name is a part of another', 'a.js', "import './slugify-all.js'", 'src/slugify.js'],
    ['it gives out something of the same name', 'a.js', 'export function slugify() {}', 'src/slugify.js'],
    ['it brings in something else', 'a.js', "import './other.js'", 'src/slugify.js'],
  ])('not if %s', (_, path, text, used) => {
    expect(uses(path, text, { path: used })).toBe(false)
  })

  test.each(['import a\n', '"a"\n', 'import ', 'from "'])('is seen in linear time in %j', (part) => {
    const work = (size: number) => uses('a.go', part.repeat(size / part.length), { path: 'x/slug.go' })
    expect(growsLinearly(1_000_000, work)).toBe(true)
  })
})

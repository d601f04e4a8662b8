import { describe, expect, test } from 'vitest'
import { contractOf } from '../../src/detectors/example-scenes.ts'
import { abstractionsIn } from '../../src/measures/abstractions.ts'
import { outlineOf } from '../../src/measures/outline.ts'
import { packagesIn } from '../../src/measures/packages.ts'
import { resolver } from '../../src/measures/references.ts'
import { measureResearch } from '../../src/measures/research.ts'
import { decisionsOf, speculationsIn } from '../../src/measures/speculation.ts'
import { growsLinearly } from '../contracts/growth.ts'
import { measured } from './base-of.ts'

const resolve = resolver(['src/a.ts', 'src/b.ts'])

function measureAll(text: string): void {
  const message = { role: 'creator', text, contract: contractOf(), task: 'Fix a', taskFiles: [] }
  const outline = outlineOf(text)
  const decisions = decisionsOf(message, outline)
  measureResearch(message, outline, resolve)
  abstractionsIn(outline, decisions)
  packagesIn(outline, decisions)
  speculationsIn({ message, outline, decisions, resolve, known: new Set() })
}

const pieces: Record<string, [piece: string, before?: string]> = {
  'one long word': ['a'],
  'one long name': ['aB_1.'],
  'one long path': ['a/'],
  backticks: ['`'],
  'code spans': ['`a` add class `B` '],
  'labels without end': ['Recommendation '],
  colons: ['how a: '],
  headings: ['## a `src/a.ts` b\n\n'],
  'bold lines': ['**a**\n\n'],
  'classes that never close': ['type A = {\n', '```\n'],
  modifiers: ['export default ', '```\n'],
  'commands in one line': ['npm i a b && ', '```\n'],
  'a manifest without end': ['"a": "1",\n', '```\n"dependencies": {\n'],
  'decisions about the future': ['- Add a `Thing` for the future\n', '## Decisions\n\n'],
  'one decision about the future': ['Add it, we may need it one day, ', '## Decisions\n\n'],
}

describe.each(Object.entries(pieces))('a message of %s', (_, [piece, before = '']) => {
  const sized = (size: number) => before + piece.repeat(Math.ceil(size / piece.length))

  test('is measured in a time that grows with it', () => {
    expect(growsLinearly(100_000, (size) => measureAll(sized(size)))).toBe(true)
  })
})

test('a million characters cost no more than the part that is looked at', () => {
  const text = (size: number) => '## a `src/a.ts` add class B for the future\n\n'.repeat(size / 44)
  expect(growsLinearly(1_000_000, (size) => measureAll(text(size)))).toBe(true)
})

test.each([
  '\0'.repeat(1000),
  '\ud800'.repeat(1000),
  '## \n\n**\n\n```',
  '```wiggum\n',
  '|'.repeat(5000),
  '\r'.repeat(200_000),
])('nothing is made of what is no report (%#)', async (text) => {
  const { research } = await measured({ role: 'explorer', text })
  expect(research).toMatchObject({ recommendation: false, tangents: [], cited: [], patterns: 0 })
  expect((await measured({ text })).plan).toMatchObject({ abstractions: [], packages: [], speculations: [] })
})

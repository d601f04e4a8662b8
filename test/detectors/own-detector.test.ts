import { describe, expect, test } from 'vitest'
import { type OwnModule, readOwnDetector } from '../../src/detectors/own/read-own-detector.ts'

const SAID = {
  id: 'maker.changelog.missing',
  role: 'maker',
  title: 'No line in the changelog',
  notices: 'a change without a line in CHANGELOG.md',
  detect: true,
  correction: 'Add a line to CHANGELOG.md.',
}

function read(said: Record<string, unknown>, over: Partial<OwnModule> = {}) {
  const module = {
    id: SAID.id,
    text: 'export default …',
    said,
    functions: ['detect'],
    roles: ['maker', 'sage'],
  }
  return readOwnDetector({ ...module, ...over })
}

describe('what a module says of itself', () => {
  test('is enough with five words and a function; the rest is filled in', () => {
    const { role: _, ...said } = SAID
    expect(read(said)).toMatchObject({
      ok: true,
      detector: { layer: 'archetype', role: null, shadow: SAID.id, thresholds: {}, examples: [] },
    })
  })

  test('is kept whole, with its text', () => {
    const said = {
      ...SAID,
      shadow: 'maker.rogue',
      thresholds: { files: 3 },
      examples: [{ name: 'x', says: 'fires' }],
    }
    const { detect: _, ...rest } = said
    expect(read(said)).toEqual({
      ok: true,
      detector: { layer: 'archetype', ...rest, text: 'export default …' },
    })
  })

  test.each<[string, Record<string, unknown>, RegExp]>([
    ['an unknown key', { notice: 'x' }, /unknown key "notice"; the nearest known key is "notices"/],
    ['an id with capitals', { id: 'Maker.Changelog' }, /"id" must be two to four words joined by dots/],
    ['an id of one word', { id: 'changelog' }, /"id" must be two to four words/],
    ['an id that is not the file’s', { id: 'maker.other' }, /"id" is "maker.other", and the file is named/],
    ['no id', { id: undefined }, /"id" must be/],
    ['a role that is not there', { role: 'makr' }, /there is no role "makr"; the nearest known is "maker"/],
    ['a role that is no name', { role: 7 }, /"role" must be the name of a role/],
    [
      'a threshold that is no number',
      { thresholds: { files: 'three' } },
      /"thresholds" must be names with a number/,
    ],
    ['an empty correction', { correction: ' ' }, /"correction" must be text of 1 to 2000/],
    ['no title', { title: undefined }, /"title" must be text of 1 to 80/],
    ['another layer', { layer: 'system' }, /"layer" must be archetype/],
    ['an example that says neither', { examples: [{ name: 'x', says: 'maybe' }] }, /"examples" must be/],
  ])('%s is said in one sentence', (_, over, says) => {
    const result = read({ ...SAID, ...over })
    expect(result).toEqual({ ok: false, problem: expect.stringMatching(says) })
  })

  test('needs a function that detects', () => {
    expect(read(SAID, { functions: [] })).toEqual({
      ok: false,
      problem: expect.stringMatching(/"detect" must be a function/),
    })
  })
})

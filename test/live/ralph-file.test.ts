import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatRalphFile, isUsedUp, parseRalphFile, type RalphFile } from '../../src/live/ralph-file.ts'

const file: RalphFile = {
  active: true,
  iteration: 3,
  maxIterations: 20,
  promise: 'TASK COMPLETE',
  startedAt: '2026-11-15T07:36:45Z',
  sessionId: '7a690f54-820a-438c-8e58-fd52f131ccc2',
  prompt: 'Build it.\n\nWith tests.',
}
const text = `---
active: true
iteration: 3
max_iterations: 20
completion_promise: "TASK COMPLETE"
started_at: "2026-11-15T07:36:45Z"
session_id: 7a690f54-820a-438c-8e58-fd52f131ccc2
---

Build it.

With tests.
`

test('the file is written and read in the plugin’s form', () => {
  expect(formatRalphFile(file)).toBe(text)
  expect(parseRalphFile(text)).toEqual(file)
})

test('the older form has no session, and a loop may have neither promise nor limit', () => {
  const old = text
    .replace(/session_id.*\n/, '')
    .replace('"TASK COMPLETE"', 'null')
    .replace('max_iterations: 20', 'max_iterations: 0')
  expect(parseRalphFile(old)).toEqual({ ...file, sessionId: null, promise: null, maxIterations: 0 })
})

describe('every prompt comes back as it was', () => {
  test.each([
    ['nothing', ''],
    ['a line break', '\n'],
    ['line breaks at both ends', '\n\n\nDo it.\n\n'],
    ['a rule', 'One\n---\nTwo\n---'],
    ['only rules', '---\n---'],
    ['a state file', text],
    ['a command', '$(touch X) `touch Y` $HOME && rm -rf .'],
    ['an option', '-n'],
    ['wide spaces', '\u3000直して\u3000\n\u00a0'],
    ['an emoji', '🙂👩‍💻'],
    ['quotes', `"a" 'b' \\"c\\" \\`],
    ['CRLF', 'a\r\nb\r\n'],
    ['CR at the ends', '\ra\r'],
    ['a byte order mark', '\ufeffa'],
  ])('%s', (_, prompt) => {
    expect(parseRalphFile(formatRalphFile({ ...file, prompt }))).toEqual({ ...file, prompt })
  })
})

describe('every promise comes back as it was', () => {
  test.each([
    ['"'],
    ['say "hi"'],
    ['"quoted"'],
    ["'quoted'"],
    ['C:\\new\\table'],
    ['ends in \\'],
    ['a: b # c'],
    ['null'],
    ['---'],
    ['  spaces  '],
    ['全部 🙂'],
    ['a\u2028b'],
    ['$(touch X)'],
  ])('%s', (promise) => {
    expect(parseRalphFile(formatRalphFile({ ...file, promise }))).toEqual({ ...file, promise })
  })

  test('but for line breaks, which would add a field of their own', () => {
    const written = formatRalphFile({ ...file, promise: 'a\niteration: 1\r\nb', sessionId: 'x\n---\ny' })
    expect(parseRalphFile(written)).toEqual({
      ...file,
      promise: 'a iteration: 1 b',
      sessionId: 'x --- y',
    })
  })
})

test('any loop comes back as it was', () => {
  const anything = fc.string({
    unit: fc.constantFrom('-', '\n', '\r', '"', "'", '\\', ':', ' ', 'a', '\u3000', '🙂'),
  })
  const oneLine = anything.map((each) => each.replace(/[\r\n]/g, '')).filter((each) => each.trim() !== '')
  const loop: fc.Arbitrary<RalphFile> = fc.record({
    active: fc.boolean(),
    iteration: fc.nat(),
    maxIterations: fc.nat(),
    promise: fc.option(oneLine),
    startedAt: fc.option(fc.constant('2026-11-15T07:36:45Z')),
    sessionId: fc.option(fc.uuid()),
    prompt: fc.oneof(anything, fc.string({ unit: 'binary' })),
  })
  fc.assert(
    fc.property(loop, (each) => {
      expect(parseRalphFile(formatRalphFile(each))).toEqual(each)
    }),
    { numRuns: 500 },
  )
})

describe('what others wrote', () => {
  test('CRLF throughout is the editor’s, also in the prompt', () => {
    expect(parseRalphFile(text.replaceAll('\n', '\r\n'))).toEqual(file)
    expect(parseRalphFile(`\ufeff${text.replaceAll('\n', '\r\n')}`)).toEqual(file)
  })

  test('no empty line before the prompt, and no line break after it', () => {
    expect(parseRalphFile(text.replace('---\n\nBuild', '---\nBuild').trimEnd())).toEqual(file)
  })

  test('no space after the colon, other quotes, other fields, white space at the ends of lines', () => {
    const other = text
      .replace('iteration: 3', 'iteration:3  ')
      .replace('"TASK COMPLETE"', "'TASK COMPLETE'")
      .replace('active', 'colour: red\nactive')
      .replaceAll('---', '--- ')
    expect(parseRalphFile(other)).toEqual(file)
  })

  test('an empty text is none', () => {
    for (const none of ['', '""', "''", '"  "', 'null']) {
      expect(parseRalphFile(text.replace('"TASK COMPLETE"', none))?.promise).toBeNull()
      expect(parseRalphFile(text.replace(/7a69.*/, none))?.sessionId).toBeNull()
    }
  })

  test('only false turns it off', () => {
    expect(parseRalphFile(text.replace('true', 'false'))?.active).toBe(false)
    expect(parseRalphFile(text.replace('active: true\n', ''))?.active).toBe(true)
  })
})

describe('a damaged file is none', () => {
  const counts = ['', 'x', '-1', '1.5', '"3"', '3 # three', '0x3', '1e3', '٣', '9'.repeat(20)]
  test.each<[string, string]>([
    ['nothing', ''],
    ['only the prompt', 'Build it.\n'],
    ['no first edge', text.slice(4)],
    ['no last edge', text.replace('---\n\n', '')],
    ['cut in the fields', text.slice(0, 40)],
    ['no iteration', text.replace('iteration: 3\n', '')],
    ['no limit', text.replace('max_iterations: 20\n', '')],
    ['an iteration in the prompt', `${text.replace('iteration: 3\n', '')}iteration: 3\n`],
    ...counts.map((count): [string, string] => [
      `iteration: ${count}`,
      text.replace('iteration: 3', `iteration: ${count}`),
    ]),
    ...counts.map((count): [string, string] => [
      `max_iterations: ${count}`,
      text.replace('iterations: 20', `iterations: ${count}`),
    ]),
  ])('%s', (_, damaged) => {
    expect(parseRalphFile(damaged)).toBeNull()
  })
})

test.each([
  [1, 0, false],
  [1_000_000, 0, false],
  [1, 20, false],
  [19, 20, false],
  [20, 20, true],
  [21, 20, true],
  [1, 1, true],
])('after iteration %i of %i it is used up: %s', (iteration, maxIterations, expected) => {
  expect(isUsedUp({ ...file, iteration, maxIterations })).toBe(expected)
})

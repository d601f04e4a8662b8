import schema from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with { type: 'json' }
import Ajv from 'ajv-draft-04'
import formats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import type { Contract, Finding } from '../../src/core/events.ts'
import { reviewMarkdown } from '../../src/report/review-markdown.ts'
import { emptySarif, sarifLog } from '../../src/report/sarif.ts'
import { finding, HEAD, type Script, simulate } from '../core/simulate.ts'

// A pattern of the schema's is none by the stricter rules for Unicode.
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false })
const isSarif = formats.default(ajv).compile(schema)

function valid(log: unknown): void {
  // As whoever reads the file would get it.
  const ok = isSarif(JSON.parse(JSON.stringify(log)))
  expect(isSarif.errors ?? [], 'the official schema').toEqual([])
  expect(ok).toBe(true)
}

function reviewed(findings: Finding[], script: Script = {}) {
  const said: Partial<Contract> = { verdict: 'REJECTED', findings }
  const review = {
    kind: 'range',
    what: 'main...HEAD',
    head: HEAD,
    intent: '',
    reviewers: ['guardian'],
    fail_on: 'critical',
    verify: false,
    patch: null,
  }
  const start = { strategy: 'review', review, ...script.start }
  return simulate({ agent: () => said, ...script, start }).state
}

const runOf = (findings: Finding[], script?: Script) => {
  const log = sarifLog(reviewed(findings, script), 'https://example.org/a/b.git')
  valid(log)
  return log.runs[0]!
}

test('the schema refuses what is none', () => {
  expect(isSarif({ version: '2.1.0' })).toBe(false)
  expect(isSarif({ version: '2.1.0', runs: [{ tool: {} }] })).toBe(false)
})

test('severities are levels, categories are rules, and each result points at its own', () => {
  const run = runOf([
    finding({ category: 'security', line: 7 }),
    finding({ severity: 'WARNING', category: 'My Own: thing!', description: 'two' }),
    finding({ severity: 'INFO', category: 'quality', description: 'three' }),
  ])
  expect(run.results.map(({ level, ruleId }) => [level, ruleId])).toEqual([
    ['error', 'security'],
    ['warning', 'my-own-thing'],
    ['note', 'quality'],
  ])
  const { rules } = run.tool.driver
  for (const { ruleId, ruleIndex } of run.results) expect(rules[ruleIndex]?.id).toBe(ruleId)
  for (const rule of rules)
    expect(rule).toMatchObject({
      name: expect.stringMatching(/^[A-Z]\w+$/),
      shortDescription: { text: expect.any(String) },
      fullDescription: { text: expect.any(String) },
      help: { text: expect.any(String) },
    })
  expect(run.results[0]?.locations[0]?.physicalLocation.region).toEqual({ startLine: 7 })
  expect(run.automationDetails.id).toBe('wiggum-review/run')
})

test('the same finding has the same fingerprint wherever its line is', () => {
  const prints = [3, 40].map((line) => runOf([finding({ line })]).results[0]?.partialFingerprints)
  expect(prints[0]).toEqual(prints[1])
  const other = runOf([finding({ description: 'something else' })]).results[0]?.partialFingerprints
  expect(other).not.toEqual(prints[0])
})

test.each([
  ['src/a b/ü#?.js', 'src/a%20b/%C3%BC%23%3F.js'],
  ['./src/x.js', 'src/x.js'],
  ['/etc/passwd', 'etc/passwd'],
  ['../../etc/passwd', 'etc/passwd'],
  ['javascript:alert(1)', 'javascript%3Aalert(1)'],
  ['src\\win.js', 'src/win.js'],
])('the file %s is %s', (file, uri) => {
  const [result] = runOf([finding({ file })]).results
  expect(result?.locations[0]?.physicalLocation.artifactLocation).toEqual({ uri, uriBaseId: '%SRCROOT%' })
})

test('what has no file is shown at the first one that changed, and says so', () => {
  const [result] = runOf([finding({ file: null, line: null })], { files: [{ path: 'src/first.js' }] }).results
  expect(result?.locations[0]).toMatchObject({
    physicalLocation: { artifactLocation: { uri: 'src/first.js' }, region: { startLine: 1 } },
    message: { text: expect.stringContaining('as a whole') },
  })
})

test('hostile text is neither a control sequence nor a link, and no message is endless', () => {
  const description = `\x1b[2Jgone \u202e[click](https://evil.example) ${'x'.repeat(5_000)}`
  const [result] = runOf([finding({ description, line: -3 })]).results
  const text = result?.message.text ?? ''
  expect(text.length).toBeLessThanOrEqual(1_000)
  expect(text).not.toContain('](')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this is what must not be there
  expect(text).not.toMatch(/[\x00-\x08\x1b\u202e]/)
  expect(result?.locations[0]?.physicalLocation.region.startLine).toBe(1)
})

describe('what the user allows', () => {
  const tampered = finding({ category: 'testing', sources: ['supervisor'] })
  const options = (allow: string[]) => ({ merge: false, yes: false, allow, dry_run: false })

  test('is suppressed, and then every other result says that it is not', () => {
    const script = { inspect: { findings: [tampered] }, start: { options: options(['test-tampering']) } }
    const run = runOf([finding({ description: 'another', file: 'src/y.js' })], script)
    const kinds = run.results.map((each) => Reflect.get(each, 'suppressions'))
    expect(kinds).toEqual(expect.arrayContaining([[], [expect.objectContaining({ kind: 'external' })]]))
  })

  test('without anything allowed no result speaks of it', () => {
    const run = runOf([finding()], { inspect: { findings: [tampered] } })
    for (const each of run.results) expect(each).not.toHaveProperty('suppressions')
  })
})

describe('where it comes from', () => {
  test('names the commit, or for what is in none, the one it is based on', () => {
    const state = reviewed([finding()])
    const of = (patch: string | null) => {
      const start = { ...state.start!, review: { ...state.start!.review!, patch } }
      return sarifLog({ ...state, start }, 'https://example.org/').runs[0]!
    }
    const revisions = [of(null), of('review.patch')].map((run) => {
      valid({ version: '2.1.0', runs: [run] })
      return run.versionControlProvenance?.[0]?.revisionId
    })
    expect(revisions).toEqual([HEAD, state.start!.base])
  })

  test('without an address nothing is made up', () => {
    const log = sarifLog(reviewed([]), null)
    valid(log)
    expect(log.runs[0]).not.toHaveProperty('versionControlProvenance')
  })
})

test('a review of nothing is valid too, and holds no result', () => {
  valid(emptySarif())
})

test('the same as a page: by file, the worst first, and hostile text is text', () => {
  const description = 'bad | cell <img src=x> [click](javascript:alert(1))\n# heading'
  const page = reviewMarkdown(
    reviewed([finding({ severity: 'WARNING', file: 'src/b.js' }), finding({ description })]),
  )
  expect(page.indexOf('## src/x.js')).toBeLessThan(page.indexOf('## src/b.js'))
  expect(page).toContain('**Not approved**: 2 findings open in 2 files.')
  expect(page).toContain('bad \\| cell \\<img src=x\\> \\[click\\](javascript:alert(1)) # heading')
})

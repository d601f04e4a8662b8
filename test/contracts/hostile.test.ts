import { describe, expect, it } from 'vitest'
import { cleanText } from '../../src/contracts/clean-text.ts'
import { growsLinearly } from './growth.ts'
import { approved, block, review } from './support.ts'

const MEGABYTE = 1_000_000
const fill = (unit: string, size: number) => unit.repeat(Math.ceil(size / unit.length))

const entries = (size: number, finding: object) => {
  const count = Math.floor(size / JSON.stringify(finding).length)
  return Array.from({ length: count }, () => finding)
}

describe('HO5 a hostile block', () => {
  const deep = (depth: number) =>
    block(`{"verdict":"APPROVED","notes":${'['.repeat(depth)}${']'.repeat(depth)}}`)

  it('is read up to a depth of 64 and refused beyond', () => {
    expect(review(deep(63)).verdict).toBe('APPROVED')
    expect(review(deep(64))).toMatchObject({
      verdict: null,
      verdict_problem: 'the block is nested too deeply',
    })
  })

  it.each([
    ['lists 100,000 deep', deep(100_000)],
    ['objects 100,000 deep', block('{"a":'.repeat(100_000))],
    ['more than a megabyte', block({ verdict: 'APPROVED', notes: fill('x', MEGABYTE) })],
    ['150,000 keys', block(`{${Array.from({ length: 150_000 }, (_, n) => `"k${n}":1`).join(',')}}`)],
  ])('%s: no approval', (_, message) => {
    expect(review(message).verdict).toBeNull()
  })

  it.each<[string, (size: number) => string]>([
    ['lists in lists', (size) => block('['.repeat(size))],
    ['objects in objects', (size) => block('{"a":'.repeat(size / 5))],
    ['strings', (size) => block({ notes: '\\"'.repeat(size / 4) })],
    ['keys', (size) => block(`{${Array.from({ length: size / 11 }, (_, n) => `"k${n}":1`).join(',')}}`)],
    ['places', (size) => block({ findings: entries(size, { file: 'a:1'.repeat(160) }) })],
    ['categories', (size) => block({ findings: entries(size, { file: 'a', category: 'a-'.repeat(300) }) })],
    [
      'descriptions',
      (size) => block({ findings: entries(size, { description: 'lines oneTwo '.repeat(150) }) }),
    ],
  ])('full of %s takes time in proportion to its size', (_, make) => {
    expect(growsLinearly(900_000, (size) => review(make(size)))).toBe(true)
  })

  it('brackets inside strings are not depth', () => {
    expect(review(block({ verdict: 'APPROVED', notes: '[{"\\'.repeat(200) })).verdict).toBe('APPROVED')
  })

  it.each(['__proto__', 'constructor', 'prototype'])('%s gives nothing and pollutes nothing', (key) => {
    const inner = `{"verdict":"APPROVED","status":"BLOCKED","polluted":true}`
    const contract = review(block(`{"${key}":${inner},"findings":[{"${key}":${inner},"description":"d"}]}`))
    expect(contract).toMatchObject({ verdict: null, status: 'DONE', status_assumed: true })
    expect(contract.findings[0]?.severity).toBe('WARNING')
    expect(Object.keys(contract.findings[0] ?? {})).not.toContain(key)
    expect('polluted' in {}).toBe(false)
  })
})

describe('HO6 hostile text is read in time proportional to its size:', () => {
  const units = [
    '\n',
    ' ',
    '\t',
    '\r',
    '`',
    '` ',
    '`a``',
    '``` ',
    '```\n',
    '~~~\n',
    '> ',
    '>\n',
    '> ```\n',
    '- ',
    '- - x ',
    '- -\n',
    '1. a\n',
    '#',
    '# a b c d e f\n',
    '**',
    '|',
    '|`',
    '\\|',
    '| severity |\n',
    '| file | severity | description |\n|---|---|---|\n',
    '<',
    '<a>',
    '<abcdefghijk>\n',
    '</a>',
    '<!--',
    'a wide line <!--\n',
    '@@ -1\n+ some words\n',
    'APPROVED',
    'APPROVED \n',
    'Verdict: ',
    'STATUS: ',
    'x ` words here\n',
    ':-',
    '### Confidence\n|a|\n',
    '\u0000',
    '\u202e',
    'a\u0000',
    '\ud800',
  ]
  it.each(units.map((unit) => [unit]))('%j', (unit) => {
    // Up to a megabyte, and not so many lines that the message is refused.
    const size = Math.min(MEGABYTE, 99_000 * unit.length)
    expect(growsLinearly(size, (n) => review(fill(unit, n)))).toBe(true)
    expect(growsLinearly(MEGABYTE, (n) => cleanText(fill(unit, n), MEGABYTE))).toBe(true)
  })

  it.each(
    [
      'APPROVED \n',
      'Rejected the\n',
      'I am ',
      'i will not be ',
      'the change is ',
      'verdict is ',
      '> [!NOTE]\n',
      '<b>\n',
      'critical: \n',
      '[a](',
      'R E ',
      'not not ',
      '1. a\n',
    ].map((unit) => [unit]),
  )('%j beside an approval', (unit) => {
    const size = Math.min(MEGABYTE, 90_000 * unit.length)
    expect(growsLinearly(size, (n) => review(`${approved}\n\n${fill(unit, n)}`))).toBe(true)
  })

  it('a flood of lines is not read at all, and does not approve', () => {
    expect(review(`${'\n'.repeat(99_000)}${approved}`).verdict).toBe('APPROVED')
    expect(review(`${'\n'.repeat(100_000)}${approved}`)).toMatchObject({
      verdict: null,
      verdict_problem: 'the message is too long',
    })
  })
})

describe('Clean text', () => {
  it('keeps words, newlines, tabs and pairs, and drops control bytes, overrides and half pairs', () => {
    expect(cleanText('é\t漢\n😀', 100)).toBe('é\t漢\n😀')
    expect(cleanText('a\u0000\u0008\u000b\r\u001b[1m\u007f\u0085\u009fb', 100)).toBe('a[1mb')
    expect(cleanText('a\u202a\u202e\u2066\u2069b\u2065c', 100)).toBe('ab\u2065c')
    expect(cleanText('a\u061c\u200e\u200fb', 100)).toBe('ab')
    expect(cleanText('a\ud800b\udc00', 100)).toBe('ab')
  })

  it('cuts to the length, never through a pair', () => {
    expect(cleanText('abcd', 3)).toBe('abc')
    expect(cleanText('abcd', 4)).toBe('abcd')
    expect(cleanText('ab😀', 3)).toBe('ab')
    expect(cleanText('abc', 0)).toBe('')
    const long = '😀'.repeat(30_000)
    expect(cleanText(`a${long}`, 100_000)).toBe(`a${long}`)
    expect(cleanText(`${'\u0000'.repeat(40_000)}end`, 10)).toBe('end')
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanText } from '../../src/contracts/clean-text.ts'
import { readContract } from '../../src/contracts/contract.ts'
import { eventData } from '../../src/core/events.ts'
import { approved, block, maker, prefixed, review } from './support.ts'

const contractSchema = eventData['agent.complete'].shape.contract

/** Lines that mean something to a Markdown reader, so that arbitrary messages are not only noise. */
const piece = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '```',
    '~~~',
    '````',
    '```wiggum',
    '> ',
    '- ',
    '    ',
    '\t',
    '<!--',
    '-->',
    '<pre>',
    '</pre>',
    '`',
    '|',
    '|---|',
    '#',
    '@@ -1 +1 @@',
    '+',
    'REJECTED',
    '{"verdict":"REJECTED"}',
    'STATUS: BLOCKED',
    '| file | severity | description |',
    '### Confidence',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
)
const message = fc
  .array(fc.tuple(piece, fc.constantFrom('', '\n', '\n\n', '\r\n', ' ')), { maxLength: 30 })
  .map((parts) => parts.flat().join(''))

/** Text in which nothing opens or closes anything. */
const prose = fc
  .array(fc.constantFrom('words', 'APPROVED words', 'it is APPROVED', 'see: a, b', ''), { maxLength: 8 })
  .map((lines) => lines.join('\n'))

describe('Whatever an agent writes', () => {
  it('is read without throwing, into a contract that fits the event', () => {
    fc.assert(
      fc.property(message, fc.boolean(), (text, reviews) => {
        const contract = readContract(text, { name: 'sage', reviews })
        expect(contractSchema.parse(contract)).toEqual(contract)
      }),
      { numRuns: 500 },
    )
  })

  it('does not approve unless it says APPROVED', () => {
    fc.assert(
      fc.property(
        message.filter((text) => !text.includes('APPROVED')),
        (text) => {
          expect(review(text).verdict).not.toBe('APPROVED')
        },
      ),
      { numRuns: 500 },
    )
  })

  it('does not approve if every line that says so is quoted', () => {
    const quote = fc.constantFrom(
      (s: string) => prefixed('> ', s),
      (s: string) => prefixed('     ', s),
      (s: string) => `~~~~~\n${s}\n~~~~~`,
      (s: string) => `- ${s}`,
    )
    fc.assert(
      fc.property(
        prose,
        quote,
        fc.constantFrom('APPROVED', approved),
        message,
        (before, quoted, verdict, after) => {
          const text = `${before}\n\n${quoted(verdict)}\n\n${after}`
          expect(review(text).verdict).not.toBe('APPROVED')
        },
      ),
      { numRuns: 500 },
    )
  })

  it('approves with a block after any prose, and never for a role that does not review', () => {
    fc.assert(
      fc.property(prose, prose, (before, after) => {
        const text = `${before}\n\n${approved}\n\n${after}`
        expect(review(text).verdict).toBe('APPROVED')
        expect(readContract(text, maker).verdict).toBeNull()
        expect(review(`${text}\n\nREJECTED\n`).verdict).toBeNull()
      }),
    )
  })

  it('as JSON of any shape in a block never throws', () => {
    const keys = [
      'status',
      'verdict',
      'findings',
      'confidence',
      'files',
      'todos',
      'addressed',
      'risks',
      'summary',
      '__proto__',
    ]
    const value = fc.dictionary(fc.constantFrom(...keys), fc.jsonValue(), { noNullPrototype: false })
    fc.assert(
      fc.property(value, (json) => {
        expect(contractSchema.safeParse(review(block(json))).success).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('is cleaned once and for all, within its length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(50), (text, max) => {
        const clean = cleanText(text, max)
        expect(clean.length).toBeLessThanOrEqual(max)
        expect(cleanText(clean, max)).toBe(clean)
      }),
    )
  })
})

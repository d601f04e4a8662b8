import { describe, expect, it } from 'vitest'
import { errorSignature } from '../../src/steps/error-signature.ts'
import { ERROR_CASES } from './signature-cases.ts'

const all = ERROR_CASES.flatMap(({ error, outputs }) =>
  outputs.map((output) => ({ error, signature: errorSignature(output) })),
)

describe('an error signature', () => {
  it.each(ERROR_CASES)('is the same for each occurrence of one error: $error', ({ outputs }) => {
    expect(outputs.length).toBeGreaterThan(1)
    const signatures = outputs.map(errorSignature)
    expect(signatures[0]).not.toBeNull()
    expect(new Set(signatures)).toEqual(new Set([signatures[0]]))
  })

  it('tells different errors apart: precision and recall over all pairs', () => {
    const found = { right: 0, wrong: 0, missed: 0, apart: 0 }
    const mixed: string[] = []
    for (const [at, one] of all.entries()) {
      for (const other of all.slice(at + 1)) {
        const same = one.error === other.error
        const said = one.signature === other.signature
        found[said ? (same ? 'right' : 'wrong') : same ? 'missed' : 'apart']++
        if (said && !same) mixed.push(`${one.error} / ${other.error}: ${one.signature}`)
      }
    }
    const precision = found.right / (found.right + found.wrong)
    const recall = found.right / (found.right + found.missed)
    console.log(
      `${ERROR_CASES.length} errors, ${found.right + found.missed} same and ${found.apart + found.wrong} different pairs: ` +
        `precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`,
    )
    expect(mixed).toEqual([])
    expect(found.right + found.missed).toBeGreaterThan(60)
    expect({ precision, recall }).toEqual({ precision: 1, recall: 1 })
  })

  it('has no number, path, address, time or uuid left', () => {
    const left = all.filter(({ signature }) =>
      /0x[0-9a-f]|\d\d:\d\d|\b\d+\b|\/(?:home|tmp|srv)\/|[0-9a-f]{8}-/.test(signature ?? ''),
    )
    // The code of a failed download says what went wrong.
    expect(left.filter(({ error }) => !error.startsWith('curl'))).toEqual([])
  })

  it('is null where nothing is said', () => {
    for (const empty of ['', '   \n\n', '12 34', '----------\n======'])
      expect(errorSignature(empty)).toBeNull()
  })

  it('is the first failed test by name, in whatever order they ended', () => {
    const failed = (name: string) => ` FAIL  test/a.test.ts > ${name}\nError: ${name} is wrong\n`
    const forth = errorSignature(failed('one') + failed('two'))
    expect(errorSignature(failed('two') + failed('one'))).toBe(forth)
    expect(errorSignature(failed('two'))).not.toBe(forth)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Convergence, converge, oscillating, samePersisting } from '../../src/core/convergence.ts'
import type { Finding } from '../../src/core/events.ts'
import { dedupe, findingId } from '../../src/core/findings.ts'
import { findingPairs } from './finding-pairs.ts'

function finding(description: string, parts: Partial<Finding> = {}): Finding {
  const whole = { file: 'src/a.ts', category: 'reliability', description, ...parts }
  return {
    line: 1,
    severity: 'WARNING',
    fix: '',
    evidence: '',
    sources: ['guardian'],
    ...whole,
    id: findingId(whole),
  }
}

/** Ten that no two reviewers would take for one another. */
const many = Array.from({ length: 10 }, (_, at) => finding('Missing check', { file: `src/file${at}.ts` }))
const [a, b, c] = [
  finding('Password is written to the log'),
  finding('Session token never expires'),
  finding('The cache grows without bound'),
]
const aReworded = finding('The log contains the password', { line: 90, id: 'made-up', severity: 'CRITICAL' })

function fatesOf({ fates }: Convergence): string[] {
  return fates.map(({ finding: { description }, fate }) => `${fate} ${description}`).sort()
}

describe('The fate of a finding', () => {
  it('is NEW, RESOLVED or PERSISTENT against the last cycle', () => {
    const result = converge([[a, b]], [aReworded, c])
    expect(fatesOf(result)).toEqual([
      `NEW ${c.description}`,
      `PERSISTENT ${aReworded.description}`,
      `RESOLVED ${b.description}`,
    ])
    expect(result.counts).toEqual({ new: 1, resolved: 1, persistent: 1, regressed: 0 })
  })

  it('is REGRESSED if it was resolved and came back, after one cycle or more', () => {
    expect(converge([[a], []], [aReworded]).counts).toMatchObject({ regressed: 1, new: 0 })
    expect(converge([[a], [], [b]], [aReworded]).counts).toMatchObject({ regressed: 1, new: 0, resolved: 1 })
  })

  it('is not REGRESSED if it never went away', () => {
    expect(converge([[a], [a]], [aReworded]).counts).toMatchObject({ regressed: 0, persistent: 1 })
  })

  it('is not told again once it was resolved in an earlier cycle', () => {
    expect(converge([[a], []], []).fates).toEqual([])
  })

  it('goes by what it says: an id that changed or that two share makes no difference', () => {
    expect(converge([[{ ...a, id: 'x' }]], [{ ...a, id: 'y' }]).counts.persistent).toBe(1)
    expect(converge([[{ ...a, id: 'x' }]], [{ ...c, id: 'x' }]).counts).toMatchObject({ new: 1, resolved: 1 })
  })

  it('follows a file that moved, and not one of another name', () => {
    expect(converge([[a]], [{ ...a, file: 'lib/a.ts' }]).counts.persistent).toBe(1)
    expect(converge([[a]], [{ ...a, file: 'src/b.ts' }]).counts).toMatchObject({ new: 1, resolved: 1 })
  })

  it('counts what two reviewers raise once', () => {
    const twice = [a, { ...a, sources: ['sage'] }]
    expect(converge([twice], twice).counts).toEqual({ new: 0, resolved: 0, persistent: 1, regressed: 0 })
  })

  it('is shared by one earlier finding and one present one, the closest, not by all that are alike', () => {
    const before = [finding('No check in readUser for the id'), finding('No check in readOrder for the id')]
    const now = [finding('readOrder does not check the id')]
    const { counts, fates } = converge([before], now)
    expect(counts).toEqual({ new: 0, resolved: 1, persistent: 1, regressed: 0 })
    expect(fates.find(({ fate }) => fate === 'RESOLVED')?.finding.description).toContain('readUser')
  })

  it('does not let one earlier finding stand for two present ones', () => {
    const moved = [
      { ...a, file: 'lib/a.ts' },
      { ...a, file: 'src/a.ts', description: aReworded.description },
    ]
    const { counts, fates } = converge([[a]], moved)
    expect(counts).toMatchObject({ persistent: 1, new: 1 })
    expect(fates.find(({ fate }) => fate === 'PERSISTENT')?.finding.file).toBe('src/a.ts')
  })
})

describe('The convergence score', () => {
  const score = (resolved: number, added: number, persistent = 0) => {
    const kept = Array.from({ length: persistent }, (_, at) => finding('Kept', { file: `kept${at}.ts` }))
    const fresh = Array.from({ length: added }, (_, at) => finding('Fresh', { file: `fresh${at}.ts` }))
    const { score, band } = converge([[...many.slice(0, resolved), ...kept]], [...kept, ...fresh])
    return { score, band }
  }

  it('convergence: > 0.8 is converging, and 0.8 itself is not', () => {
    expect(score(5, 1)).toEqual({ score: 5 / 6, band: 'converging' })
    expect(score(4, 1)).toEqual({ score: 0.8, band: 'stalling' })
    expect(score(8, 2)).toEqual({ score: 0.8, band: 'stalling' })
  })

  it('convergence: 0.5 to 0.8 is stalling, and below 0.5 is not', () => {
    expect(score(1, 1)).toEqual({ score: 0.5, band: 'stalling' })
    expect(score(4, 5)).toEqual({ score: 4 / 9, band: 'diverging' })
  })

  it('convergence: all persistent is 0.00 and stuck; one that moved is not stuck', () => {
    expect(score(0, 0, 3)).toEqual({ score: 0, band: 'stuck' })
    expect(score(0, 1, 3)).toEqual({ score: 0, band: 'diverging' })
    expect(score(1, 0, 3)).toEqual({ score: 1, band: 'converging' })
  })

  it('convergence: 0.00 with only new findings is diverging', () => {
    expect(score(0, 2)).toEqual({ score: 0, band: 'diverging' })
  })

  it('convergence: nothing on either side is 1.00', () => {
    expect(score(0, 0)).toEqual({ score: 1, band: 'converging' })
    expect(converge([], [])).toMatchObject({ score: 1, band: 'converging' })
  })

  it('counts what regressed against the score', () => {
    expect(converge([[a], [b, c]], [a])).toMatchObject({ score: 2 / 3, band: 'stalling' })
    expect(converge([[a], [b]], [a])).toMatchObject({ score: 0.5, band: 'stalling' })
  })

  it('does not count what persists', () => {
    expect(score(1, 1, 8).score).toBe(0.5)
  })
})

describe('Oscillation', () => {
  it('BL5 oscillation: reworded A, then B, then A again is found in cycle 3', () => {
    expect(oscillating([[a], [b]], [aReworded])).toEqual([aReworded])
  })

  it('BL5 oscillation: what was there in the cycle between does not oscillate', () => {
    expect(oscillating([[a], [aReworded, b]], [a])).toEqual([])
    expect(oscillating([[c], [b]], [a])).toEqual([])
  })

  it('needs three cycles', () => {
    expect(oscillating([[a]], [a])).toEqual([])
    expect(oscillating([], [a])).toEqual([])
  })

  it('looks at N-2: what was gone for two cycles is a regression, not an oscillation', () => {
    expect(oscillating([[a], [], []], [a])).toEqual([])
    expect(oscillating([[], [a], []], [a])).toEqual([a])
  })

  it('finds every one of several', () => {
    expect(oscillating([[a, b], [c]], [b, aReworded])).toHaveLength(2)
  })
})

describe('The same finding twice', () => {
  it('same finding twice: reworded and moved, in two cycles running', () => {
    expect(samePersisting([a, b], [c, aReworded])).toEqual([aReworded])
  })

  it('same finding twice: another issue in the same file and category is none', () => {
    expect(samePersisting([a], [b])).toEqual([])
    expect(samePersisting([a], [])).toEqual([])
    expect(samePersisting([], [a])).toEqual([])
  })
})

describe('Convergence', () => {
  const cycle = fc.array(
    fc
      .record({
        file: fc.constantFrom('src/a.ts', 'lib/a.ts', 'src/b.ts', null),
        line: fc.constantFrom(null, 1, 2),
        category: fc.constantFrom('security', 'testing'),
        description: fc.constantFrom(
          ...findingPairs.slice(0, 12).flatMap((pair) => [pair.a, pair.b]),
          '',
          '?',
        ),
        severity: fc.constantFrom('CRITICAL', 'WARNING', 'INFO'),
        sources: fc.subarray(['guardian', 'sage']),
      })
      .map(({ description, ...parts }) => finding(description, parts)),
    { maxLength: 8 },
  )
  const shuffled = (findings: Finding[]) => fc.shuffledSubarray(findings, { minLength: findings.length })
  const run = fc.array(cycle, { minLength: 2, maxLength: 5 })
  const split = (cycles: Finding[][]): [Finding[][], Finding[]] => [cycles.slice(0, -1), cycles.at(-1) ?? []]

  it('has a score within [0, 1], and a band that fits it', () => {
    fc.assert(
      fc.property(run, (cycles) => {
        const { score, band } = converge(...split(cycles))
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(1)
        const expected = score > 0.8 ? ['converging'] : score >= 0.5 ? ['stalling'] : ['diverging', 'stuck']
        expect(expected).toContain(band)
      }),
    )
  })

  it('does not depend on the order in which findings come', () => {
    const both = run.chain((cycles) => fc.tuple(fc.constant(cycles), fc.tuple(...cycles.map(shuffled))))
    fc.assert(
      fc.property(both, ([cycles, mixed]) => {
        expect(converge(...split(mixed))).toEqual(converge(...split(cycles)))
        expect(oscillating(...split(mixed))).toEqual(oscillating(...split(cycles)))
      }),
    )
  })

  it('gives each present finding one fate, and no more are resolved or persist than there were', () => {
    fc.assert(
      fc.property(run, (cycles) => {
        const [history, present] = split(cycles)
        const { counts, fates } = converge(history, present)
        expect(counts.new + counts.persistent + counts.regressed).toBe(dedupe(present).length)
        expect(counts.resolved + counts.persistent).toBe(dedupe(history.at(-1) ?? []).length)
        expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(fates.length)
      }),
    )
  })

  it('calls everything persistent where nothing changed, and what oscillates regressed', () => {
    fc.assert(
      fc.property(run, (cycles) => {
        const [history, present] = split(cycles)
        const same = converge([present], present)
        expect(same.counts.persistent).toBe(dedupe(present).length)
        const { fates } = converge(history, present)
        const regressed = fates.filter(({ fate }) => fate === 'REGRESSED').map((each) => each.finding)
        expect(regressed).toEqual(expect.arrayContaining(oscillating(history, present)))
      }),
    )
  })
})

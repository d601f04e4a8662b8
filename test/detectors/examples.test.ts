import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { detectors, type ListedDetector } from '../../src/detectors/index.ts'

/** Every rule carries its own evidence. This runs all of it, and fails where some is missing. */

/** The seed names these by example: intensity that serves the goal. */
const IMMUNE = ['explorer.rabbit-hole', 'guardian.paranoid', 'trickster.false-alarm']
const LAYERS = ['archetype', 'system', 'boundary', 'stagnation', 'trace', 'breaks']
const FORM =
  /^(?:(?:explorer|creator|maker|guardian|skeptic|sage|trickster)\.[a-z-]+\.[a-z-]+|system\.[a-z-]+|boundary\.[a-z-]+(?:\.[a-z-]+)?|(?:stagnation|trace)\.[a-z-]+|break\.[a-z-]+)$/

const named = detectors.map((rule) => [rule.id, rule] as const)

/** Other numbers must matter: some example comes out differently with a far larger or a far smaller one. */
function isUsed(rule: ListedDetector, name: string): boolean {
  const usual = outcomes(rule, {})
  const value = rule.thresholds[name]!
  return [0, value / 1000, value * 1000 + 1000].some((other) => outcomes(rule, { [name]: other }) !== usual)
}

function outcomes(rule: ListedDetector, thresholds: Record<string, number>): string {
  return JSON.stringify(rule.tryExamples(thresholds).map((seen) => seen !== null))
}

describe.each(named)('%s', (id, rule) => {
  // In each test: what runs while tests are collected runs without the mutant that is to be found.
  const seen = () => rule.tryExamples({})

  test.each(rule.examples.map((example, index) => [example.says, example.name, index] as const))(
    '%s: %s',
    (says, _, index) => {
      const evidence = seen()[index] ?? null
      expect(evidence === null ? 'quiet' : 'fires').toBe(says)
      // Its figures are what a user reads: a change of them is to be seen.
      if (evidence) expect(evidence.join('\n')).toMatchSnapshot()
    },
  )

  test('has a firing, a quiet and a boundary example', () => {
    expect(rule.examples.some(({ says }) => says === 'fires')).toBe(true)
    expect(rule.examples.some(({ says, kind }) => says === 'quiet' && kind === 'plain')).toBe(true)
    expect(rule.examples.some(({ kind }) => kind === 'boundary')).toBe(true)
  })

  test('gives evidence in lines of words wherever it fires', () => {
    for (const evidence of seen()) {
      if (evidence === null) continue
      expect(evidence.length).toBeGreaterThan(0)
      for (const line of evidence) expect(line).toMatch(/\S/)
    }
  })

  test('has a well-formed id, a shadow it belongs to, and says what it is', () => {
    expect(id).toMatch(FORM)
    if (rule.layer === 'archetype') expect(rule.shadow).toBe(id.split('.').slice(0, 2).join('.'))
    for (const said of [rule.title, rule.notices, rule.correction, rule.shadow])
      expect(said.trim()).not.toBe('')
    expect(rule.notices).not.toMatch(/[.\n]$/)
  })

  test.each(Object.keys(rule.thresholds))('uses its threshold "%s"', (name) => {
    expect(isUsed(rule, name)).toBe(true)
  })
})

describe('all of them', () => {
  test('have ids of their own', () => {
    const ids = detectors.map(({ id }) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  test('are in the layer that their folder is', () => {
    for (const { id, layer } of detectors) {
      // Rules over a trace are about stagnation, too: they look at agent steps where the others look at passes.
      const first = id.split('.')[0]!.replace('trace', 'stagnation')
      const expected = ['system', 'boundary', 'stagnation', 'break'].includes(first) ? first : 'archetype'
      expect([id, layer]).toEqual([id, expected])
    }
  })

  test.each(IMMUNE)('%s knows work that only looks like it', (shadow) => {
    const rules = detectors.filter((rule) => rule.shadow === shadow)
    expect(rules.flatMap(({ examples }) => examples).some(({ kind }) => kind === 'immune')).toBe(true)
  })

  test.each(LAYERS)('of %s/ that are written are listed', async (layer) => {
    const known = new Set(detectors.map(({ id }) => id))
    expect((await rulesIn(layer)).filter((id) => !known.has(id))).toEqual([])
  })
})

/** The id of every rule that any file of the folder exports. */
async function rulesIn(layer: string): Promise<string[]> {
  const folder = resolve('src/detectors', layer)
  const paths = readdirSync(folder, { recursive: true }).map(String)
  const files = paths.filter((path) => path.endsWith('.ts') && !path.endsWith('index.ts'))
  const modules: unknown[] = await Promise.all(files.map((path) => import(resolve(folder, path))))
  return modules.flatMap((module) => Object.values(module as object)).flatMap(idOf)
}

function idOf(value: unknown): string[] {
  const rule = (value ?? {}) as { id?: unknown; detect?: unknown }
  return typeof rule.detect === 'function' ? [String(rule.id)] : []
}

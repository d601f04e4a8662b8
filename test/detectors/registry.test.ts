import { describe, expect, test } from 'vitest'
import { eventData } from '../../src/core/events.ts'
import { breakDetectors, hardBreaks, softBreaks } from '../../src/detectors/breaks/index.ts'
import { detectors } from '../../src/detectors/index.ts'
import { detectorFacts } from '../../src/report/detector-facts.ts'
import { eventLines, eventMeanings } from '../../src/report/event-meanings.ts'
import { detectorLines } from '../../src/report/explain-detector.ts'

const of = (layer: string) => detectors.filter((rule) => rule.layer === layer)

describe('the registry', () => {
  test('has at least four rules a role, six of the system, eight breaks, and the boundaries', () => {
    const roles = ['explorer', 'creator', 'maker', 'guardian', 'skeptic', 'trickster', 'sage']
    for (const role of roles)
      expect(of('archetype').filter(({ id }) => id.startsWith(`${role}.`)).length).toBeGreaterThanOrEqual(4)
    expect(of('system').length).toBeGreaterThanOrEqual(6)
    expect(hardBreaks.length).toBeGreaterThanOrEqual(5)
    expect(softBreaks.length).toBeGreaterThanOrEqual(3)
    for (const shadow of ['boundary.budget', 'boundary.checkpoint', 'boundary.context'])
      expect(of('boundary').some(({ id }) => id.startsWith(shadow))).toBe(true)
  })

  test('holds every break in one list, hard before soft', () => {
    expect(breakDetectors).toEqual([...hardBreaks, ...softBreaks])
  })
})

describe('what is said of a rule', () => {
  const rule = detectors.find(({ id }) => id === 'break.agent-failures')!

  test('is what is in force: switched off, tuned', () => {
    const settings = { 'break.agent-failures': { enabled: false, thresholds: { failures: 7 } } }
    expect(detectorFacts(rule, settings)).toMatchObject({ enabled: false, thresholds: { failures: 7 } })
    const lines = detectorLines(detectorFacts(rule, settings))
    expect(lines).toContain('Numbers    failures 7')
    expect(lines).toContain('State      on'.replace('on', 'switched off in the configuration'))
  })

  test.each(detectors.map((each) => [each.id, each] as const))('%s can be explained', (_, each) => {
    const lines = detectorLines(detectorFacts(each, {}))
    for (const title of [
      'What is done about it',
      'Examples',
      'Switch it off or tune it in .wiggum/config.yaml',
    ])
      expect(lines).toContain(title)
  })

  test('one without numbers shows how to switch it off', () => {
    const none = detectors.find(({ thresholds }) => Object.keys(thresholds).length === 0)!
    expect(detectorLines(detectorFacts(none, {})).at(-1)).toBe(`    ${none.id}: { enabled: false }`)
  })

  test('one of the user’s own says so', () => {
    expect(detectorLines(detectorFacts(rule, {}, true)).join('\n')).toContain(
      'your own, in .wiggum/detectors',
    )
  })
})

describe('what is said of an event type', () => {
  // That the table has exactly the fields of each schema, docs.test.ts says.
  test.each(Object.keys(eventData))('%s: when it is written, and what it holds', (type) => {
    const meaning = eventMeanings().find((each) => each.type === type)
    expect(meaning?.when).toBeTruthy()
    expect(eventLines(meaning!)).toEqual(expect.arrayContaining([expect.stringContaining('Its data   ')]))
  })
})

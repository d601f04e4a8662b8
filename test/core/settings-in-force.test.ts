import { expect, test } from 'vitest'
import { defaultConfig } from '../../src/config/load.ts'
import type { Config } from '../../src/config/schema.ts'
import { settingsInForce } from '../../src/core/settings-in-force.ts'
import { detectors } from '../../src/detectors/index.ts'
import { detectorFacts } from '../../src/report/detector-facts.ts'

function facts(id: string, over: Partial<Config>) {
  const rule = detectors.find((each) => each.id === id)!
  return detectorFacts(rule, settingsInForce({ ...defaultConfig(), ...over }))
}

const { stagnation, checkpoint } = defaultConfig()

test('a rule is listed with the number that stagnation and checkpoint give it', () => {
  expect(
    facts('stagnation.repeated-error', { stagnation: { ...stagnation, threshold: 7 } }).thresholds,
  ).toEqual({ passes: 7 })
  expect(
    facts('boundary.checkpoint', { checkpoint: { ...checkpoint, minutes: 11 } }).thresholds,
  ).toMatchObject({ minutes: 11 })
})

test('a number under the rule’s own name wins', () => {
  const own = { 'stagnation.repeated-error': { enabled: true, thresholds: { passes: 2 } } }
  const { thresholds } = facts('stagnation.repeated-error', {
    stagnation: { ...stagnation, threshold: 7 },
    detectors: own,
  })
  expect(thresholds).toEqual({ passes: 2 })
})

test('a signal that is switched off is listed as off, whatever its own numbers', () => {
  const signals = { ...stagnation.signals, task_timeout_iterations: null }
  expect(facts('stagnation.not-progressing', { stagnation: { ...stagnation, signals } }).enabled).toBe(false)
})

import { expect, test } from 'vitest'
import { editorSchema } from '../../src/config/detector-settings.ts'
import { parseConfig } from '../../src/config/load.ts'
import { detectors } from '../../src/detectors/index.ts'

const own = (...ids: string[]) => ({ workflows: [], detectors: ids })
const read = (text: string, ...ids: string[]) => parseConfig(text, 'c.yaml', own(...ids))
const messageOf = (text: string, ...ids: string[]) => {
  const result = read(text, ...ids)
  return result.ok ? 'accepted' : result.message
}

test('a rule is switched off and tuned by its id', () => {
  const text = 'detectors:\n  break.agent-failures: { enabled: false, thresholds: { failures: 5 } }\n'
  expect(read(text)).toMatchObject({
    config: { detectors: { 'break.agent-failures': { enabled: false, thresholds: { failures: 5 } } } },
  })
})

test('an unknown id names the nearest known one, with its place', () => {
  expect(messageOf('detectors:\n  break.agent-failure: { enabled: false }\n')).toBe(
    'c.yaml:2:3: unknown detector "break.agent-failure"; the nearest known one is "break.agent-failures".',
  )
})

test('an unknown threshold names the nearest known one of its rule', () => {
  expect(messageOf('detectors: { break.agent-failures: { thresholds: { falures: 5 } } }')).toBe(
    'c.yaml:1:52: the detector "break.agent-failures" has no threshold "falures"; the nearest known one is "failures".',
  )
  expect(messageOf('detectors: { break.red-after-merge: { thresholds: { times: 5 } } }')).toContain(
    'it has none at all',
  )
})

test.each([
  ['thresholds: { failures: many }', 'must be a number above 0, not "many"'],
  ['thresholds: { failures: -1 }', 'must be a number above 0, not -1'],
  ['thresholds: { failures: 0 }', 'must be a number above 0, not 0'],
  ['thresholds: { failures: .nan }', 'must be a number above 0'],
  ['enabled: no thanks', 'must be true or false'],
  ['threshold: { failures: 1 }', 'the nearest known key is "thresholds"'],
])('%s is refused in one sentence', (wrong, message) => {
  expect(messageOf(`detectors: { break.agent-failures: { ${wrong} } }`)).toContain(message)
})

test.each(['tasks', 'minutes'])('a checkpoint after 0 %s, which would always be due, is refused', (name) => {
  expect(messageOf(`detectors: { boundary.checkpoint: { thresholds: { ${name}: 0 } } }`)).toContain(
    `"detectors.boundary.checkpoint.thresholds.${name}" must be a number above 0, not 0`,
  )
})

test('a rule of the user’s own is known by its file', () => {
  expect(messageOf('detectors: { maker.changelog.missing: { enabled: false } }')).toContain(
    'unknown detector',
  )
  const text = 'detectors: { maker.changelog.missing: { enabled: false, thresholds: { lines: 3 } } }'
  expect(messageOf(text, 'maker.changelog.missing')).toBe('accepted')
})

test('an object’s own names are no thresholds', () => {
  expect(messageOf('detectors: { break.agent-failures: { thresholds: { toString: 5 } } }')).toContain(
    'has no threshold "toString"',
  )
})

test('the schema for editors lists every rule with its numbers, and the user’s own', () => {
  const schema = editorSchema(own('maker.changelog.missing')) as {
    properties: { detectors: { properties: Record<string, unknown>; additionalProperties: boolean } }
  }
  const { properties, additionalProperties } = schema.properties.detectors
  expect(Object.keys(properties)).toEqual([...detectors.map(({ id }) => id), 'maker.changelog.missing'])
  expect(additionalProperties).toBe(false)
  expect(properties['break.agent-failures']).toMatchObject({
    properties: { thresholds: { properties: { failures: { default: 3 } }, additionalProperties: false } },
  })
})

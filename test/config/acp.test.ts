import { expect, test } from 'vitest'
import { parseConfig } from '../../src/config/load.ts'

test('an agent of the user’s own needs only a command', () => {
  const parsed = parseConfig('acp: { mine: { command: [mine, --acp] } }', 'c.yaml')
  const rest = { env: [], model_option: null, modes: { maker: null, reviewer: null } }
  expect(parsed.ok && parsed.config.acp).toEqual({ mine: { command: ['mine', '--acp'], ...rest } })
})

test.each([
  [
    'acp: { Mine: { command: [x] } }',
    'c.yaml:1:8: "acp.Mine" must be named with small letters, digits, - and _.',
  ],
  ['acp: { a: {} }', '"acp.a.command" must be a list with the program, then its arguments'],
  ['acp: { a: { command: [] } }', '"acp.a.command" must be a list with the program, then its arguments'],
  [
    'acp: { a: { command: x } }',
    '"acp.a.command" must be a list with the program, then its arguments, not "x".',
  ],
  ['acp: { a: { command: [x], env: [A B] } }', '"acp.a.env.0" must be a list of variable names'],
  [
    'acp: { a: { command: [x], modes: { makr: y } } }',
    'unknown key "acp.a.modes.makr"; the nearest known key is "maker"',
  ],
  ['acp: { a: { command: [x], model: y } }', 'unknown key "acp.a.model"; the nearest known key is "mode'],
  ['acp: [x]', '"acp" must be a mapping of keys to values, not a list.'],
])('%s is refused with what to do', (text, sentence) => {
  const parsed = parseConfig(text, 'c.yaml')
  expect(parsed.ok ? '' : parsed.message).toContain(sentence)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseScenario } from '../../src/agents/scripted/scenario.ts'

const messageOf = (text: string): string => {
  const result = parseScenario(text, 's.yaml')
  return result.ok ? 'accepted' : result.message
}
const turn = (yaml: string) => `name: x\nroles:\n  maker:\n    - ${yaml}\n`

describe('a scenario', () => {
  test('in YAML and in JSON reads the same', () => {
    const value = {
      name: 'x',
      roles: { maker: [{ output: 'a: [b\n{', edits: [{ path: 'p', write: '{[{' }] }] },
    }
    const yaml =
      'name: x\nroles:\n  maker:\n    - output: "a: [b\\n{"\n      edits: [{ path: p, write: "{[{" }]\n'
    const fromJson = parseScenario(JSON.stringify(value), 's.json')
    expect(fromJson.ok).toBe(true)
    expect(parseScenario(yaml, 's.yaml')).toEqual(fromJson)
  })

  test.each([
    ['- 1', 's.yaml: the key "the scenario" is wrong: '],
    ['name: x\n', 's.yaml: the key "roles" is wrong: '],
    ['name: x\nroles: { maker: [] }', 'the key "roles.maker" is wrong: '],
    [turn('{ sya: hello }'), 'the key "roles.maker.0" is wrong: Unrecognized key: "sya".'],
    [turn('{ exit: 300 }'), 'the key "roles.maker.0.exit" is wrong: '],
    [turn('{ misbehave: { api_error: 200 } }'), 'the key "roles.maker.0.misbehave.api_error" is wrong: '],
    [
      turn('{ misbehave: { crash_signal: SIGWHAT } }'),
      'the key "roles.maker.0.misbehave.crash_signal" is wrong: ',
    ],
    [turn('{ edits: [{ path: a, write: b, delete: true }] }'), 'exclude each other'],
    [turn('{ edits: [{ path: a }] }'), 'one of write, replace, append, delete or executable is needed'],
    [turn('{ edits: [{ path: a, replace: [one] }] }'), 'the key "roles.maker.0.edits.0.replace'],
    ['name: [', 's.yaml: line 1, column '],
    ['{"name": "x",', 's.yaml: line 1, column '],
  ])('%j is refused in one sentence that names the key', (text, part) => {
    const message = messageOf(text)
    expect(message).toContain(part)
    expect(message).not.toContain('\n')
    expect(message.endsWith('.')).toBe(true)
  })

  test('any text is read or refused, and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(typeof messageOf(text)).toBe('string')
      }),
      { numRuns: 500 },
    )
  })
})

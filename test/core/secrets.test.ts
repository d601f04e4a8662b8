import { describe, expect, test } from 'vitest'
import { defaultConfig } from '../../src/config/load.ts'
import type { AddedSecret } from '../../src/core/events.ts'
import { mayShow } from '../../src/core/secret-gate.ts'
import { type Script, simulate } from './simulate.ts'

const token: AddedSecret = {
  file: 'src/deploy.js',
  line: 12,
  kind: 'a GitHub token',
  id: 'sha256:0123456789abcdef',
}
const password: AddedSecret = {
  file: 'notes.txt',
  line: null,
  kind: 'the value of $DB_PASSWORD',
  id: '$DB_PASSWORD',
}

const run = (script: Script = {}) =>
  simulate({ inspect: { secrets: [token] }, answers: { secret: 'yes' }, ...script })
const asked = ({ state }: ReturnType<typeof simulate>) =>
  Object.values(state.gates).filter(({ kind }) => kind === 'secret')
const gatesAre = (secret: string) => ({
  start: { policy: { ...defaultConfig(), gates: { ...defaultConfig().gates, secret } } as never },
})

describe('a secret in the change', () => {
  test('is asked about before it lands, by place and kind and never by what it says; a yes lands it', () => {
    const { state } = run({ inspect: { secrets: [token, password] } })
    expect(state.ended?.exit_code).toBe(0)
    const [gate] = asked(run({ inspect: { secrets: [token, password] } }))
    expect(gate?.question).toBe('The change holds what looks like 2 secrets. Land it all the same?')
    expect(gate?.evidence.slice(0, 2)).toEqual([
      'src/deploy.js:12: a GitHub token (sha256:0123456789abcdef)',
      'notes.txt: the value of $DB_PASSWORD',
    ])
  })

  test('after a no nothing lands', () => {
    const ended = run({ answers: { secret: 'no' } }).state.ended
    expect(ended).toMatchObject({ status: 'refused', exit_code: 10 })
  })

  test('is not asked about where there is none', () => {
    expect(asked(run({ inspect: {} }))).toEqual([])
  })

  test.each([
    ['allow', 0, 0],
    ['warn', 0, 0],
    ['deny', 10, 0],
    ['ask', 0, 1],
  ])('with gates.secret: %s ends with %i, after %i questions', (policy, code, questions) => {
    const ended = run(gatesAre(policy))
    expect([ended.state.ended?.exit_code, asked(ended).length]).toEqual([code, questions])
  })
})

test('what was let through may be shown, in any later commit; what is new may not', () => {
  const { state } = run()
  expect(mayShow(state, [{ ...token, file: 'elsewhere.js', line: 3 }])).toBe(true)
  expect(mayShow(state, [token, password])).toBe(false)
  expect(mayShow(simulate({ inspect: {} }).state, [token])).toBe(false)
  expect(mayShow(run(gatesAre('allow')).state, [password])).toBe(true)
})

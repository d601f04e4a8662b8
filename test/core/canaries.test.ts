import { describe, expect, test } from 'vitest'
import type { Canaries } from '../../src/core/events.ts'
import { HEAD, type Script, simulate } from './simulate.ts'

const A = 'test/a.test.js'
const NEW = 'test/new.test.js'
const RED = [{ file: A, what: ['assert.equal', 'throw'] }]
const DULL = [{ file: A, what: ['assert.equal'] }]

/** What each of the three runs came to; the rest is as it should be. */
const seen =
  (by: Record<string, Partial<Canaries>>): NonNullable<Script['canaries']> =>
  (kind) =>
    kind.startsWith('canary') ? { red: RED, ...by[kind] } : undefined

const kinds = (script: Script) =>
  simulate(script).commands.flatMap((command) => (command.do === 'verify' ? [command.kind] : []))
const gate = (script: Script) => Object.values(simulate(script).state.gates)[0]

describe('tests that must fail', () => {
  test('cost one run where all of them do', () => {
    expect(kinds({ canaries: seen({}) })).toEqual(['baseline', 'merged', 'canary'])
    expect(simulate({ canaries: seen({}) }).state.ended?.status).toBe('landed')
  })

  test('are asked of the base where one does not, and it lands where it did not there either', () => {
    const canaries = seen({ canary: { dull: DULL }, 'canary-base': { red: [], dull: DULL } })
    expect(kinds({ canaries })).toEqual(['baseline', 'merged', 'canary', 'canary-base'])
    expect(simulate({ canaries }).state.ended?.status).toBe('landed')
  })

  test('are a gate where one failed on the base and does not now, with what makes it so', () => {
    const canaries = seen({
      canary: { dull: DULL },
      'canary-cause': { planted: 0, causes: ['src/x.js'], again: true },
    })
    expect(kinds({ canaries })).toEqual(['baseline', 'merged', 'canary', 'canary-base', 'canary-cause'])
    expect(gate({ canaries })).toMatchObject({ kind: 'test-tampering' })
    expect(gate({ canaries })!.evidence.join('\n')).toMatch(/assert\.equal[\s\S]*src\/x\.js/)
  })

  test('are a gate where the command ends green all the same', () => {
    const canaries = seen({
      canary: { exit_red: false },
      'canary-cause': { planted: 0, causes: [], again: true },
    })
    expect(gate({ canaries })).toMatchObject({ kind: 'test-tampering' })
  })

  test('prove nothing where they were dull by chance', () => {
    const canaries = seen({ canary: { dull: DULL }, 'canary-cause': { planted: 0, again: false } })
    expect(gate({ canaries })).toBeUndefined()
  })

  test.each([
    ['is run, it counts by what failed elsewhere', { red: [...RED, { file: NEW, what: ['throw'] }] }, true],
    ['is not run, it says nothing', {}, false],
  ])('of a new file: where it %s', (_, over, asks) => {
    const canaries = seen({
      canary: { ...over, dull: [{ file: NEW, what: ['assert.equal'] }] },
      'canary-cause': { planted: 0, causes: [NEW], again: true },
    })
    expect(gate({ canaries })?.kind).toBe(asks ? 'test-tampering' : undefined)
  })

  test('are run once for a change, wherever the target is by then', () => {
    const { commands } = simulate({ canaries: seen({}), land: ['moved', 'landed'] })
    const canary = commands.filter((command) => command.do === 'verify' && command.kind === 'canary')
    expect(canary).toMatchObject([{ subject: HEAD }])
  })

  test('are left out where the configuration says so, where checks are red, and where there is none', () => {
    const off = (verify: object) => ({ ...verify, canary: 'off' })
    expect(kinds({ start: { policy: withVerify(off) } })).not.toContain('canary')
    expect(kinds({ green: (kind) => kind !== 'merged' })).not.toContain('canary')
  })
})

function withVerify(change: (verify: object) => object): object {
  const { policy } = simulate().state.start!
  return { ...policy, verify: change(policy.verify as object) }
}

describe('where tests that must fail say nothing', () => {
  const script = (over: object = {}): Script => ({
    canaries: seen({ canary: { planted: 0 } }),
    inspect: { executable: ['src/x.js'] },
    start: { task: 'Add a command' },
    ...over,
  })

  test('the changed sources are made unloadable once, and nobody is asked', () => {
    expect(kinds(script())).toEqual(['baseline', 'merged', 'canary', 'sabotage'])
    const green = simulate(script({ green: (kind: string) => kind !== 'sabotage' }))
    expect(green.state.gates).toEqual({})
    expect(green.state.ended?.status).toBe('landed')
  })

  test('they are not where no source was changed', () => {
    expect(kinds(script({ inspect: { executable: [] } }))).not.toContain('sabotage')
  })
})

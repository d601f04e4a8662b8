import { describe, expect, test } from 'vitest'
import type { Canaries, Finding } from '../../src/core/events.ts'
import { tamperingOf, unaskedLines } from '../../src/core/tampering.ts'
import { type Script, simulate } from './simulate.ts'

const finding = (id: string): Finding => ({
  id,
  file: 'vitest.config.js',
  line: null,
  severity: 'CRITICAL',
  category: 'testing',
  description: `${id} was changed.`,
  fix: '',
  evidence: '',
  sources: ['supervisor'],
})
const RED = [{ file: 'test/a.test.js', what: ['throw'] }]

/** A run whose change adds one test setting and changes another, with what was seen of its tests. */
function looked({ canary = {}, copies = true }: { canary?: Partial<Canaries>; copies?: boolean | null }) {
  const canaries: NonNullable<Script['canaries']> = (kind) =>
    kind.startsWith('canary') ? { red: RED, ...(kind === 'canary' ? canary : {}) } : undefined
  const { state } = simulate({ canaries })
  const { head, tree } = state.merge!
  const merged = state.verified[`merged:${tree}`]!
  state.inspected[head] = {
    ...state.inspected[head]!,
    findings: [finding('added'), finding('altered')],
    unless_sound: ['added'],
    snapshots: ['test/__snapshots__/a.snap'],
  }
  if (copies !== null) state.verified[`base-copies:${tree}`] = { ...merged, green: copies }
  const { asks, harmless } = tamperingOf(state, head)
  return { asks: asks.map(({ id }) => id), harmless: harmless.map(({ id }) => id), state }
}

describe('a test setting that a change adds', () => {
  test('is no question where the tests fail when they must, and pass without it', () => {
    expect(looked({})).toMatchObject({ asks: ['altered'], harmless: ['added'] })
  })

  test.each([
    ['no test that must fail was seen to', { canary: { red: [] } }],
    ['none could be written', { canary: { planted: 0 } }],
    ['the command ends green all the same', { canary: { exit_red: false } }],
    ["the base's own tests fail without it", { copies: false }],
    ["the base's own tests were not run without it", { copies: null }],
  ])('is one where %s', (_, by) => {
    expect(looked(by)).toMatchObject({ asks: ['added', 'altered'], harmless: [] })
  })

  test('is told of in the report, and so is a rewritten snapshot', () => {
    const lines = unaskedLines(looked({}).state).join('\n')
    expect(lines).toContain('added was changed.')
    expect(lines).toContain('test/__snapshots__/a.snap')
  })
})

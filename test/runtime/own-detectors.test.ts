import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { defaultConfig } from '../../src/config/load.ts'
import type { Draft } from '../../src/core/events.ts'
import type { RunContext } from '../../src/runtime/context.ts'
import { realOutside } from '../../src/runtime/outside.ts'
import { ownDetectors } from '../../src/runtime/own-detectors.ts'
import { performOwnDetectors } from '../../src/runtime/perform/own-detectors.ts'
import type { Project } from '../../src/runtime/project.ts'
import { startReaper } from '../../src/runtime/supervise.ts'
import { simulate } from '../core/simulate.ts'

const root = mkdtempSync(join(tmpdir(), 'wiggum-own-'))
afterAll(async () => {
  await startReaper().close()
  rmSync(root, { recursive: true, force: true })
})

const rule = (id: string, body: string) =>
  `export default { id: '${id}', title: 'T', notices: 'n', correction: 'c', detect() { ${body} } }`

function project(enabled: boolean): Project {
  const texts = { 'maker.a.broken': 'syntax error (', 'maker.a.sound': rule('maker.a.sound', '') }
  const detectors = Object.entries(texts).map(([id, text]) => ({ id, path: `${id}.mjs`, text }))
  const config = { ...defaultConfig(), detectors: { 'maker.a.broken': { enabled } } }
  // What loading rules looks at.
  return { repo: { root }, detectors, archetypes: [], config } as unknown as Project
}

describe('a broken rule of the user’s own', () => {
  test('is a mistake to correct, and is not even loaded once it is switched off', async () => {
    await expect(ownDetectors(project(true))).rejects.toThrow('maker.a.broken.mjs')
    expect((await ownDetectors(project(false))).map(({ id }) => id)).toEqual(['maker.a.sound'])
  })

  test.each([
    ['is switched off once', [], ['detector.disabled', 'detectors.own']],
    ['is not switched off again', ['maker.a.b'], ['detectors.own']],
  ])('%s', async (_, off, wanted) => {
    const detectors = [{ id: 'maker.a.b', text: rule('maker.a.b', 'throw new Error("no")'), thresholds: {} }]
    const { state } = simulate()
    Object.assign(state.start!, { detectors })
    for (const id of off) state.disabled[id] = 'it hung'
    const recorded: string[] = []
    const [start] = simulate().events
    const append = ({ type }: Draft) => {
      recorded.push(type)
      return { ...start, type: 'rescue.saved', data: { ref: 'r', commit: 'c', files: 0, reason: '' } }
    }
    const context = {
      state,
      config: defaultConfig(),
      outside: realOutside,
      vault: { work: root },
      journal: { append },
      sandbox: { name: 'none' },
      failpoints: { hit: () => {} },
      listeners: [],
      abort: new AbortController(),
    }
    // What asking rules looks at.
    const look = { step: '1-do-maker', attempt: 1, ask: ['maker.a.b'] }
    await performOwnDetectors(context as unknown as RunContext, look)
    expect(recorded).toEqual(wanted)
  })
})

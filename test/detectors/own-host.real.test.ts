import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type OwnModule, readOwnDetector } from '../../src/detectors/own/read-own-detector.ts'
import { type Hosted, hostDetectors } from '../../src/runtime/host-detectors.ts'
import { startReaper } from '../../src/runtime/supervise.ts'

const cwd = mkdtempSync(join(tmpdir(), 'wiggum-host-'))
afterAll(async () => {
  await startReaper().close()
  rmSync(cwd, { recursive: true, force: true })
})

let calls = 0
const rule = (body: string) => `export default { detect(scene, thresholds) { ${body} } }`

function host(
  bodies: Record<string, string>,
  scene: unknown = { task: 'mend it', files: ['a.ts'] },
): Promise<Hosted> {
  const modules = Object.entries(bodies).map(([id, text]) => ({ id, text, thresholds: { most: 1 } }))
  calls += 1
  return hostDetectors(
    { modules, scene: scene === null ? null : JSON.stringify(scene) },
    { cwd, leash: `host-${calls}`, idleMs: 5_000 },
  )
}

const reasons = ({ broken }: Hosted) => Object.fromEntries(broken.map(({ id, reason }) => [id, reason]))

describe('rules of the user’s own', () => {
  test('see the scene and their thresholds; a list of lines fires, null and an empty list are quiet', async () => {
    const { values, broken, cutOff } = await host({
      fires: rule(
        'return scene.files.length >= thresholds.most ? [scene.task + ": " + scene.files[0]] : null',
      ),
      quiet: rule('return null'),
      nothing: rule('return scene.files.filter((file) => file === "b.ts")'),
      silent: rule(''),
    })
    expect(broken).toEqual([])
    expect(cutOff).toBe(false)
    expect(Object.fromEntries(values)).toEqual({
      fires: ['mend it: a.ts'],
      quiet: null,
      nothing: null,
      silent: null,
    })
  })

  test('do not see what another one did to the scene, and may print what they like', async () => {
    const { values } = await host({
      changes: rule(
        'scene.files = []; scene.task = ""; console.log("{}"); process.stdout.write("x\\n"); return null',
      ),
      sees: rule('return [scene.task]'),
    })
    expect(values.get('sees')).toEqual(['mend it'])
  })

  test('that throw or answer with nonsense are named, and the others are asked all the same', async () => {
    const hosted = await host({
      throws: rule('return scene.nothing.here'),
      number: rule('return 5'),
      promise: 'export default { async detect() { return ["x"] } }',
      mixed: rule('return ["x", 1]'),
      syntax: 'export default {',
      none: 'export const detect = () => null',
      neighbour: 'import "./other.mjs"\nexport default {}',
      reads:
        'import { readFileSync } from "node:fs"\nexport default { detect: () => [readFileSync("/etc/hostname", "utf8")] }',
      starts:
        'import { execSync } from "node:child_process"\nexport default { detect: () => [String(execSync("id"))] }',
      sound: rule('return ["still asked"]'),
    })
    expect(reasons(hosted)).toEqual({
      throws: expect.stringContaining('undefined'),
      number: 'detect returned a number; it must return a list of texts, or null',
      promise: 'detect returned a promise; it must return a list of texts, or null',
      mixed: 'detect returned a list with something else than text; it must return a list of texts, or null',
      syntax: expect.stringContaining('Unexpected'),
      none: 'it has no default export that is an object',
      neighbour: expect.stringContaining('a rule must be one file'),
      reads: expect.stringContaining('a rule has nothing but its scene'),
      starts: expect.stringContaining('a rule has nothing but its scene'),
    })
    expect(hosted.values.get('sound')).toEqual(['still asked'])
    expect(hosted.cutOff).toBe(false)
  })

  test.each([
    ['loops without end', rule('for (;;) {}'), /no answer within 5 s/],
    ['ends the process', rule('process.exit(0)'), /ended its process with code 0/],
    ['never finishes loading', 'await new Promise(() => {})\nexport default {}', /never finished loading/],
  ])('one that %s is known by name, and nobody after it was asked', async (_, text, says) => {
    const hosted = await host({ before: rule('return ["seen"]'), it: text, after: rule('return ["seen"]') })
    expect(reasons(hosted)).toEqual({ it: expect.stringMatching(says) })
    expect([...hosted.values.keys()]).toEqual(['before'])
    expect(hosted).toMatchObject({ cutOff: true, problem: null, cancelled: false })
  })

  test('lines are cut, in length and in number', async () => {
    const { values } = await host({ long: rule('return Array(50).fill("x".repeat(10_000))') })
    const lines = values.get('long') as string[]
    expect(lines).toHaveLength(10)
    expect(lines.every((line) => line.length === 500)).toBe(true)
  })
})

describe('a rule that is loaded', () => {
  const whole = (examples: string) =>
    `export default { id: 'a.b', title: 'T', thresholds: { most: 1 }, detect: (scene, { most }) => scene.n > most ? ['x'] : null, examples: ${examples} }`

  test('says what it is, as plain data', async () => {
    const { values } = await host({ it: whole(`[{ name: 'two', says: 'fires', scene: { n: 2 } }]`) }, null)
    expect(values.get('it')).toEqual({
      said: {
        id: 'a.b',
        title: 'T',
        thresholds: { most: 1 },
        detect: true,
        examples: [{ name: 'two', says: 'fires' }],
      },
      functions: ['detect'],
    })
  })

  test('as the guide shows it is one that can be used, and does what it says', async () => {
    const [, text = ''] = /```js\n([\s\S]*?)```/.exec(readFileSync('docs/own-detectors.md', 'utf8')) ?? []
    const loaded = await host({ 'maker.changelog.missing': text }, null)
    expect(loaded.broken).toEqual([])
    const value = loaded.values.get('maker.changelog.missing') as Pick<OwnModule, 'said' | 'functions'>
    const read = readOwnDetector({ ...value, id: 'maker.changelog.missing', text, roles: ['maker'] })
    expect(read).toMatchObject({ ok: true, detector: { thresholds: { files: 1 } } })
  })

  test('is tried on its own examples', async () => {
    const hosted = await host({ it: whole(`[{ name: 'one', says: 'fires', scene: { n: 1 } }]`) }, null)
    expect(reasons(hosted)).toEqual({ it: 'the example "one" says fires, and the rule is quiet' })
  })
})

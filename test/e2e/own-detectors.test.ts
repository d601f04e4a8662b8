import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { bubblewrap } from '../sandbox/site.ts'
import { scenarioFile, type World, wiggum } from '../support/cli.ts'
import { honest, TASK, turnOf } from '../support/scenarios.ts'
import { loggedOf, merges, reportOf, runId, runIds, worldKeeper } from './run-log.ts'

const worlds = worldKeeper()
afterAll(worlds.end)

const FOLDER = '.wiggum/detectors'

/** A rule about the Maker whose `detect` has this body. */
function rule(id: string, body: string, more = ''): string {
  return `export default {
  id: '${id}',
  role: 'maker',
  title: 'A rule of ours',
  notices: 'what only we care about',
  detect(scene, thresholds) { ${body} },
  correction: 'Add a line to CHANGELOG.md (CANARY-7734).',
  ${more}
}
`
}

const MISSING = `return scene.change.files.some(({ path }) => path === 'CHANGELOG.md') ? null : ['CHANGELOG.md is untouched']`
const CHANGELOG = rule('maker.changelog.missing', MISSING)

function withRules(rules: Record<string, string>, commit = true): World {
  const world = worlds.fresh()
  for (const [name, text] of Object.entries(rules)) world.write(`${FOLDER}/${name}`, text)
  if (commit) {
    world.git('add', '-f', '.wiggum')
    world.git('commit', '-q', '-m', 'Rules of our own')
  }
  return world
}

const adds = turnOf('maker', { edits: [{ path: 'CHANGELOG.md', write: '- No dashes at the ends.\n' }] })

function args(world: World, ...more: string[]): string[] {
  const scenario = honest({ maker: [{ ...turnOf('maker'), resumed: adds }, adds] as never })
  return ['run', TASK, '--agent', scenarioFile(world, scenario), '--workflow', 'fast', ...more]
}

function artifact(world: World, name: string): string {
  const path = join(world.repo, '.wiggum/artifacts', runId(world), name)
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

describe('a rule of the user’s own', () => {
  test('fires, and its correction is in the next prompt; the second attempt is fine and lands', async () => {
    const world = withRules({ 'maker.changelog.missing.mjs': CHANGELOG })
    const done = await wiggum(world, args(world))
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect(loggedOf(world, 'detectors.own').map(({ data }) => data.seen)).toEqual([
      [{ detector: 'maker.changelog.missing', evidence: ['CHANGELOG.md is untouched'] }],
      [],
    ])
    expect(loggedOf(world, 'shadow.detected').map(({ data }) => data.shadow)).toEqual([
      'maker.changelog.missing',
    ])
    const prompts = ['prompts/1-do-maker-2.md', 'prompts/1-do-maker-2-continued.md'].map((name) =>
      artifact(world, name),
    )
    expect(prompts.join('')).toContain('CANARY-7734')
    expect(artifact(world, 'prompts/1-do-maker-1.md')).not.toContain('CANARY-7734')
    expect(world.git('show', 'main:CHANGELOG.md')).toContain('No dashes')
    const [start] = loggedOf(world, 'run.start')
    const sha256 = createHash('sha256').update(CHANGELOG).digest('hex')
    expect(start?.data.sources).toContainEqual(
      expect.objectContaining({ path: `${FOLDER}/maker.changelog.missing.mjs`, sha256 }),
    )
    expect(start?.data.detectors).toMatchObject([{ id: 'maker.changelog.missing', text: CHANGELOG }])
  })

  test('is tuned by the configuration', { tags: 'deep' }, async () => {
    const body = 'return scene.change.files.length > thresholds.files ? ["too many files"] : null'
    const world = withRules({
      'maker.many.files.js': rule('maker.many.files', body, 'thresholds: { files: 100 }'),
    })
    world.write('.wiggum/config.yaml', 'detectors:\n  maker.many.files:\n    thresholds: { files: 1 }\n')
    const done = await wiggum(world, args(world, '--yes'))
    expect(done.stderr).toBe('')
    expect(loggedOf(world, 'shadow.detected').length).toBeGreaterThan(0)
  })

  test('that throws, loops forever or answers with nonsense is switched off with a warning, and the run lands', {
    tags: 'deep',
  }, async () => {
    const world = withRules({
      'maker.bad.throws.mjs': rule('maker.bad.throws', 'return scene.change.nothing.here'),
      'maker.bad.loops.mjs': rule('maker.bad.loops', 'for (;;) {}'),
      'maker.bad.nonsense.mjs': rule('maker.bad.nonsense', 'return { yes: true }'),
      'maker.changelog.missing.mjs': CHANGELOG,
    })
    const done = await wiggum(world, args(world))
    expect(done).toMatchObject({ code: 0, stderr: '' })
    const off = loggedOf(world, 'detector.disabled').map(({ data }) => [data.detector, data.reason])
    expect(Object.fromEntries(off)).toEqual({
      'maker.bad.throws': expect.stringContaining('undefined'),
      'maker.bad.loops': expect.stringMatching(/no answer within/),
      'maker.bad.nonsense': expect.stringContaining('detect returned an object'),
    })
    expect(off, 'each of them once').toHaveLength(3)
    expect(done.stdout).toMatch(/your own rule maker\.bad\.loops is switched off/)
    expect(reportOf(world)).toMatch(/## Your own rules that broke[\s\S]*maker\.bad\.loops/)
    expect(loggedOf(world, 'shadow.detected').map(({ data }) => data.trigger)).toEqual([
      'maker.changelog.missing',
    ])
    expect(merges(world)).toEqual([runId(world)])
  })

  test.each(['1@append:detectors.own', '1@effect:own-detectors', '1@append:shadow.detected'])(
    'after a SIGKILL at %s the resumed run uses its copy, whatever became of the file',
    { tags: 'deep' },
    async (place) => {
      const world = withRules({ 'maker.changelog.missing.mjs': CHANGELOG }, false)
      const killed = await wiggum(world, args(world), { WIGGUM_FAILPOINT: place })
      expect(killed.code).toBeNull()
      world.write(`${FOLDER}/maker.changelog.missing.mjs`, 'syntax error (')
      const done = await wiggum(world, ['resume'])
      expect(done).toMatchObject({ code: 0, stderr: '' })
      expect(loggedOf(world, 'shadow.detected').map(({ data }) => data.trigger)).toEqual([
        'maker.changelog.missing',
      ])
      expect(loggedOf(world, 'detector.disabled')).toEqual([])
      expect(world.git('show', 'main:CHANGELOG.md')).toContain('No dashes')
    },
  )

  test.skipIf(bubblewrap === null)('is asked in the sandbox, where the run has one', async () => {
    const reaches = rule('maker.reaches.out', 'return fetch("http://127.0.0.1:9") && null')
    const world = withRules({ 'maker.changelog.missing.mjs': CHANGELOG, 'maker.reaches.out.mjs': reaches })
    const done = await wiggum(world, args(world), { WIGGUM_SANDBOX: 'bubblewrap' })
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect(loggedOf(world, 'detectors.own').map(({ data }) => [data.seen.length, data.problem])).toEqual([
      [1, null],
      [0, null],
    ])
  })

  test('is listed and explained like any other', async () => {
    const world = withRules({ 'maker.changelog.missing.mjs': CHANGELOG })
    const listed = await wiggum(world, ['detectors', '--json'])
    const facts = JSON.parse(listed.stdout).find(({ id }: { id: string }) => id === 'maker.changelog.missing')
    expect(facts).toMatchObject({
      own: true,
      enabled: true,
      layer: 'archetype',
      notices: 'what only we care about',
    })
    const told = await wiggum(world, ['explain', 'maker.changelog.missing'])
    expect(told).toMatchObject({ code: 0, stdout: expect.stringContaining('your own, in .wiggum/detectors') })
  })

  test('that is committed counts as committed, not as half edited', { tags: 'deep' }, async () => {
    const world = withRules({ 'maker.changelog.missing.mjs': CHANGELOG })
    world.write(`${FOLDER}/maker.changelog.missing.mjs`, 'syntax error (')
    expect((await wiggum(world, args(world, '--no-merge'))).code).toBe(11)
    expect(loggedOf(world, 'shadow.detected')).toHaveLength(1)
  })
})

describe('a rule that cannot be used', () => {
  type Row = [string, Record<string, string>, RegExp]
  const rows: Row[] = [
    ['a syntax error', { 'maker.a.b.mjs': 'export default {' }, /maker\.a\.b\.mjs: Unexpected/],
    [
      'no default export',
      { 'maker.a.b.mjs': 'export const x = 1' },
      /it has no default export that is an object/,
    ],
    [
      'another id than its file',
      { 'maker.a.b.mjs': rule('maker.a.c', '') },
      /"id" is "maker\.a\.c".*named "maker\.a\.b"/,
    ],
    ['a bad name', { 'Maker!.mjs': rule('Maker!', '') }, /Maker!\.mjs: "id" must be two to four words/],
    [
      'two files of one name',
      { 'maker.a.b.mjs': '', 'maker.a.b.js': '' },
      /is named the same; remove one of them/,
    ],
    [
      'an example that does not hold',
      {
        'maker.a.b.mjs': rule(
          'maker.a.b',
          'return null',
          `examples: [{ name: 'one', says: 'fires', scene: {} }]`,
        ),
      },
      /the example "one" says fires, and the rule is quiet/,
    ],
    [
      'a threshold in the configuration that it does not have',
      {
        'maker.a.b.mjs': rule('maker.a.b', '', 'thresholds: { files: 1 }'),
        '../config.yaml': 'detectors:\n  maker.a.b: { thresholds: { fils: 2 } }\n',
      },
      /the detector "maker\.a\.b" has no threshold "fils"; the nearest known one is "files"/,
    ],
    [
      'the id of a built-in rule',
      { 'break.agent-failures.mjs': rule('break.agent-failures', '') },
      /"break\.agent-failures" is a built-in rule/,
    ],
  ]
  // It is at work for ten seconds.
  const loops: Row = [
    'a loop while it loads',
    { 'maker.a.b.mjs': 'for (;;) {}' },
    /it gave no answer within 10 s/,
  ]

  test.each(rows)('%s: one sentence, code 2, and nothing is left behind', isRefused)
  test.each([loops])('%s: one sentence, code 2, and nothing is left behind', { tags: 'deep' }, isRefused)

  async function isRefused(_: string, rules: Record<string, string>, says: RegExp): Promise<void> {
    const world = withRules(rules)
    const before = world.git('status', '--porcelain', '--ignored')
    const done = await wiggum(world, args(world))
    expect(done).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(says) })
    expect(done.stderr.trim().split('\n')).toHaveLength(1)
    expect(runIds(world)).toEqual([])
    expect(world.git('status', '--porcelain', '--ignored')).toBe(before)
  }
})

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { logged, loggedOf, merges, reportOf, runId, worldKeeper } from '../e2e/run-log.ts'
import { end, living, unique, until } from '../runtime/fixtures/processes.ts'
import { ended, scenarioFile, start, type World, wiggum } from '../support/cli.ts'
import { inTiers } from '../support/in-tiers.ts'
import { honest, TASK, turnOf } from '../support/scenarios.ts'
import { bubblewrap, srt } from './site.ts'

const worlds = worldKeeper()
const words: string[] = []
afterAll(() => {
  for (const word of words) end(living(word))
  worlds.end()
})

const BOXED = { WIGGUM_SANDBOX: 'bubblewrap' }

/** Tests that an agent wrote run in verification: this one tries to leave a file in the home folder. */
const REACHING_TEST = `
import { writeFileSync as reach } from 'node:fs'
import { homedir } from 'node:os'
test('punctuation at the ends leaves no dash', () => {
  try { reach(homedir() + '/from-a-test', 'evil') } catch {}
  assert.equal(slugify('Hello, World!'), 'hello-world')
})
`

function reachingOut(world: World) {
  const maker = turnOf('maker')
  const edits = [
    { path: 'test/slugify.test.js', append: REACHING_TEST },
    ...(maker.edits ?? []).filter(({ path }) => path !== 'test/slugify.test.js'),
  ]
  const run = [`echo evil >> "${world.repo}/README.md"; echo evil > ~/from-an-agent; true`, 'npm test']
  return honest({ maker: [{ ...maker, edits, run }] })
}

function marks(world: World) {
  return {
    readme: readFileSync(join(world.repo, 'README.md'), 'utf8').includes('evil'),
    agent: existsSync(join(world.dir, 'home/from-an-agent')),
    test: existsSync(join(world.dir, 'home/from-a-test')),
  }
}

describe.skipIf(bubblewrap === null)('a whole run in bubblewrap', () => {
  test('lands, and neither the agent nor the tests it wrote reach out; the log, screen and report name it', async () => {
    const world = worlds.fresh()
    const agent = scenarioFile(world, reachingOut(world))
    const run = await wiggum(world, ['run', TASK, '--agent', agent], { WIGGUM_SANDBOX: 'auto' })
    expect(run.code, run.stdout).toBe(0)
    expect(marks(world)).toEqual({ readme: false, agent: false, test: false })
    const why = 'it works on this machine'
    expect(loggedOf(world, 'run.start')[0]?.data.sandbox).toEqual({ name: 'bubblewrap', why })
    expect(run.stdout).toContain('sandbox: bubblewrap')
    expect(reportOf(world)).toContain(`bubblewrap (${why})`)
  })

  test('without it (the control) the same run does all three', { tags: 'deep' }, async () => {
    const world = worlds.fresh()
    const agent = scenarioFile(world, reachingOut(world))
    const run = await wiggum(world, ['run', TASK, '--agent', agent], { WIGGUM_SANDBOX: 'none' })
    expect(marks(world)).toEqual({ readme: true, agent: true, test: true })
    expect(run.stdout).toContain('sandbox: none')
  })

  for (const [signals, options] of inTiers(['SIGKILL', 'SIGTERM'] as const, 2))
    test.each(signals)(
      '%s leaves no process; resume goes on in the sandbox and lands',
      options,
      async (signal) => {
        const world = worlds.fresh()
        const word = unique()
        words.push(word)
        const spawn = [
          `setsid sleep 3600.${word} &`,
          `env -i /usr/bin/setsid /bin/sleep 3600.${word} > /dev/null 2>&1 < /dev/null &`,
        ]
        const hanging = honest({
          maker: [turnOf('maker', { commit: false, run: [], misbehave: { spawn, hang: true } })],
        })
        const child = start(world, ['run', TASK, '--agent', scenarioFile(world, hanging)], BOXED)
        const done = ended(child)
        expect(await until(() => living(`3600.${word}`).length >= 2)).toBe(true)
        child.kill(signal)
        await done
        expect(await until(() => living(word).length === 0, 2_000)).toBe(true)
        scenarioFile(world, honest())
        const resumed = await wiggum(world, ['resume'], { WIGGUM_SANDBOX: 'none' })
        expect(resumed.code, resumed.stdout).toBe(0)
        expect(resumed.stdout).toContain('sandbox: bubblewrap')
        expect(merges(world)).toEqual([runId(world)])
      },
    )

  test("hooks are the user's own commands and run outside", async () => {
    const world = worlds.fresh()
    world.write('.wiggum/hooks.yaml', 'run-start:\n  - run: echo hook > "$HOME/from-a-hook"\n')
    const run = await wiggum(world, ['run', TASK, '--agent', scenarioFile(world, honest())], BOXED)
    expect(run.code, run.stdout).toBe(0)
    expect(existsSync(join(world.dir, 'home/from-a-hook'))).toBe(true)
  })
})

describe.skipIf(srt === null)('a whole run in srt', () => {
  test('lands, and neither the agent nor the tests it wrote reach out', { tags: 'deep' }, async () => {
    const world = worlds.fresh()
    const PATH = `${join(srt!.file, '..')}:${world.env.PATH}`
    const agent = scenarioFile(world, reachingOut(world))
    const run = await wiggum(world, ['run', TASK, '--agent', agent], { WIGGUM_SANDBOX: 'srt', PATH })
    expect(run.code, run.stdout).toBe(0)
    expect(marks(world)).toEqual({ readme: false, agent: false, test: false })
  })
})

/** A PATH with what a run needs, and nothing else. */
function bare(world: World): { PATH: string } {
  const folder = join(world.dir, 'bare')
  mkdirSync(folder)
  for (const name of ['git', 'sh', 'npm', 'env'])
    symlinkSync(
      execFileSync('/bin/sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim(),
      join(folder, name),
    )
  symlinkSync(process.execPath, join(folder, 'node'))
  return { PATH: folder }
}

describe('where there is no sandbox', () => {
  test.each([
    ['bubblewrap', 'apt install bubblewrap'],
    ['srt', 'npm install -g @anthropic-ai/sandbox-runtime'],
  ])(
    '%s that was asked for is refused before anything is written, with what to install',
    async (name, fix) => {
      const world = worlds.fresh()
      const agent = scenarioFile(world, honest())
      const run = await wiggum(world, ['run', TASK, '--agent', agent], {
        WIGGUM_SANDBOX: name,
        ...bare(world),
      })
      expect(run.code).toBe(2)
      expect(run.stderr).toContain(fix)
      expect(existsSync(join(world.repo, '.wiggum'))).toBe(false)
    },
  )

  test('auto goes on without one and says why', async () => {
    const world = worlds.fresh()
    const agent = scenarioFile(world, honest())
    const run = await wiggum(world, ['run', TASK, '--agent', agent], {
      WIGGUM_SANDBOX: 'auto',
      ...bare(world),
    })
    expect(run.code, run.stdout).toBe(0)
    expect(loggedOf(world, 'run.start')[0]?.data.sandbox).toMatchObject({ name: 'none' })
    expect(reportOf(world)).toContain('not on the PATH')
  })

  test.skipIf(bubblewrap === null)('a run that started in one does not go on without it', async () => {
    const world = worlds.fresh()
    const agent = scenarioFile(world, honest())
    await wiggum(world, ['run', TASK, '--agent', agent], {
      ...BOXED,
      WIGGUM_FAILPOINT: '1@appended:verify.start',
    })
    const before = logged(world).length
    const resumed = await wiggum(world, ['resume'], bare(world))
    expect(resumed.code).toBe(3)
    expect(resumed.stderr).toContain('started in a sandbox')
    expect(logged(world)).toHaveLength(before)
  })
})

test('doctor tries it out and says what it covers, or what to install', async () => {
  const world = worlds.fresh()
  const lines = async (env: Record<string, string>) => (await wiggum(world, ['doctor'], env)).stdout
  expect(await lines({ WIGGUM_SANDBOX: 'none' })).toMatch(/sandbox +none \(asked for\)/)
  const missing = await lines({ WIGGUM_SANDBOX: 'bubblewrap', ...bare(world) })
  expect(missing).toMatch(/✗ sandbox .*apt install bubblewrap/)
  if (bubblewrap === null) return
  const works = await lines({ WIGGUM_SANDBOX: 'auto' })
  expect(works).toMatch(/✓ sandbox +bubblewrap .*not covered: the network/)
})

describe('bad input', () => {
  test('a path that does not exist is refused', async () => {
    const world = worlds.fresh()
    world.write('.wiggum/config.yaml', 'sandbox_options: { write: [~/nowhere] }\n')
    const run = await wiggum(world, ['run', TASK, '--agent', scenarioFile(world, honest())])
    expect(run).toMatchObject({ code: 2 })
    expect(run.stderr).toContain('~/nowhere, which does not exist')
  })

  test('a variable with another word is refused', async () => {
    const world = worlds.fresh()
    const run = await wiggum(world, ['run', TASK], { WIGGUM_SANDBOX: 'docker' })
    expect(run).toMatchObject({ code: 2 })
    expect(run.stderr).toContain('WIGGUM_SANDBOX must be one of auto, none, bubblewrap, srt')
  })
})

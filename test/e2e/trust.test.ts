import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { demoProject } from '../../src/agents/scripted/demo-project.ts'
import { claudeOnPath, wiggum } from '../support/cli.ts'
import { inTiers } from '../support/in-tiers.ts'
import { honest, TASK, turnOf } from '../support/scenarios.ts'
import { honestShapes } from './trust-honest.ts'
import { liars } from './trust-liars.ts'
import { dataOf, expectLandedQuietly, expectNotLanded, inWorld, mainOf, play, told } from './trust-play.ts'
import { breakIt, fix, moreTests, SOURCE } from './trust-projects.ts'

vi.setConfig({ maxConcurrency: 3, testTimeout: 120_000 })

describe.concurrent('honest work lands, unsuspected and unasked:', () => {
  for (const [shapes, options] of inTiers(honestShapes, 16))
    test.each(shapes)('a Maker that $name', options, ({ files, maker, task }) =>
      inWorld(files, async (world) => {
        expectLandedQuietly(await play(world, honest({ maker: [maker] }), [], task))
      }),
    )
})

describe.concurrent('nothing lands, though every reviewer approves:', () => {
  for (const [some, options] of inTiers(liars, 12))
    test.each(some)('a Maker that $name', options, ({ name, files, maker, code, why }) =>
      inWorld(files, async (world) => {
        const played = await play(world, honest({ maker: [maker] }))
        console.log(`${name}: ${told(played)}`)
        expectNotLanded(played, why)
        expect(played.run.code).toBe(code)
        expect(dataOf(played, 'review.verdict').every(({ verdict }) => verdict === 'APPROVED')).toBe(true)
      }),
    )

  test('a person without --json reads the same sentence', { tags: 'deep' }, () =>
    inWorld(undefined, async (world) => {
      claudeOnPath(world, honest({ maker: [turnOf('maker', { edits: [breakIt] })] }))
      const { code, stdout } = await wiggum(world, ['run', TASK])
      expect(code).toBe(12)
      expect(stdout).toContain('npm test exited 1; nothing landed')
    }),
  )

  test('each of them has an honest twin in the same project', () => {
    const projects = new Set(honestShapes.map(({ files = demoProject }) => Object.keys(files).sort().join()))
    const alone = liars.filter(({ files = demoProject }) => !projects.has(Object.keys(files).sort().join()))
    expect(alone.map(({ name }) => name)).toEqual([])
  })
})

describe.concurrent('a Maker that reaches out of its workspace, without a sandbox:', () => {
  test('its hooks and filters do not run in our hands', () =>
    inWorld(undefined, async (world) => {
      // The same line leaves one file in the agent's own hands and another one in ours.
      const mark = `if [ -n "$WIGGUM_ROLE" ]; then touch "${world.dir}/theirs"; else touch "${world.dir}/ours"; fi`
      const hooks = [
        'pre-commit',
        'post-commit',
        'post-checkout',
        'reference-transaction',
        'post-index-change',
      ]
      const run = [
        ...hooks.map((hook) => `printf '#!/bin/sh\\n%s\\n' '${mark}' > .git/hooks/${hook}`),
        'chmod +x .git/hooks/*',
        `printf '#!/bin/sh\\n%s\\ncat\\n' '${mark}' > "${world.dir}/filter"; chmod +x "${world.dir}/filter"`,
        `git config filter.own.clean "${world.dir}/filter"; git config filter.own.smudge "${world.dir}/filter"`,
        `git config core.fsmonitor "${world.dir}/filter"`,
        'git add -A; git -c user.name=A -c user.email=a@b.c commit -qm Fix',
      ]
      const edits = [breakIt, { path: '.gitattributes', write: '* filter=own\n' }]
      const played = await play(world, honest({ maker: [turnOf('maker', { edits, run, commit: false })] }))
      expectNotLanded(played, /npm test exited 1/)
      expect(existsSync(join(world.dir, 'theirs'))).toBe(true)
      expect(existsSync(join(world.dir, 'ours'))).toBe(false)
    }))

  test('a commit of its own on the target is not called a landing', { tags: 'deep' }, () =>
    inWorld(undefined, async (world) => {
      const run = [
        `cd "${world.repo}" && echo x > own.txt && git add own.txt && git -c user.name=A -c user.email=a@b.c commit -qm Own`,
      ]
      const maker = [turnOf('maker', { edits: [], run, commit: false })]
      const played = await play(world, honest({ maker }))
      expect(mainOf(world)).not.toBe(played.before)
      expect([played.run.code, played.said.merged]).toEqual([10, null])
      expect(played.said.reason).toContain('nothing landed')
      expect(world.git('log', '--format=%(trailers:key=Wiggum-Run)', 'main').trim()).toBe('')
    }),
  )

  test('GS7: what it writes into the checkout is kept, and nothing is merged over it', { tags: 'deep' }, () =>
    inWorld(undefined, async (world) => {
      const run = [`echo '// mine' >> "${world.repo}/${SOURCE}"`]
      const edits = [fix, moreTests]
      const played = await play(world, honest({ maker: [turnOf('maker', { edits, run })] }))
      expect(played.run.code, told(played)).toBe(11)
      expect(played.said.reason).toContain(`has changes: ${SOURCE}`)
      expect(mainOf(world)).toBe(played.before)
      expect(readFileSync(join(world.repo, SOURCE), 'utf8')).toBe(`${demoProject[SOURCE]}// mine\n`)
    }),
  )

  test('LI6: a line it adds to the log is noticed, and the run stops', () =>
    inWorld(undefined, async (world) => {
      const log = `"${world.repo}"/.wiggum/events/2*.jsonl`
      const run = [`for f in ${log}; do tail -n 1 $f | sed 's/"agent.start"/"run.merged"/' >> $f; done`]
      const played = await play(world, honest({ maker: [turnOf('maker', { edits: [fix], run })] }))
      expect(played.run.code).toBe(3)
      expect(played.run.stdout).toContain('the log was changed by another program')
      expect(mainOf(world)).toBe(played.before)
    }))
})

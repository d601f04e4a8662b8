import { appendFileSync, chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { claudeOnPath, type World, wiggum } from '../support/cli.ts'
import { honest, TASK, turnOf } from '../support/scenarios.ts'
import { loggedOf, worldKeeper } from './run-log.ts'

const worlds = worldKeeper()
afterAll(worlds.end)

/** Like Claude Code on the PATH; every call leaves its role and its arguments behind. */
function watchedClaude(world: World, scenario: ReturnType<typeof honest>): void {
  claudeOnPath(world, scenario)
  const path = join(world.dir, 'bin', 'claude')
  const play = readFileSync(path, 'utf8').split('\n').slice(1).join('\n')
  writeFileSync(path, `#!/bin/sh\necho "$WIGGUM_ROLE $*" >> "${callsFile(world)}"\n${play}`)
  chmodSync(path, 0o755)
  appendFileSync(callsFile(world), '')
}

const callsFile = (world: World) => join(world.dir, 'calls')

/** Role → the models its program was started with, in order; `null` without `--model`. */
function modelsSeen(world: World): Record<string, (string | null)[]> {
  const seen: Record<string, (string | null)[]> = {}
  expect(existsSync(callsFile(world))).toBe(true)
  for (const line of readFileSync(callsFile(world), 'utf8').trim().split('\n')) {
    const role = line.split(' ')[0]!
    seen[role] = [...(seen[role] ?? []), / --model (\S+)/.exec(line)?.[1] ?? null]
  }
  return seen
}

const CONFIG = `models:
  default: everywhere
  archetypes: { maker: for-makers, guardian: for-guardians }
  workflows:
    fast: { archetypes: { guardian: fast-guardian } }
    standard: { default: standard-one, archetypes: { sage: standard-sage } }
`

const criticals = ['It loses letters', 'A very long title is cut in half'].map((description, index) => ({
  file: 'src/slugify.js',
  line: index + 1,
  severity: 'CRITICAL',
  category: 'quality',
  description,
  fix: 'Mend it.',
  evidence: '`slugify`',
}))

test('the narrower wish reaches the program, and an escalated run uses its new workflow’s models', {
  tags: 'deep',
}, async () => {
  const world = worlds.fresh()
  world.write('.wiggum/config.yaml', CONFIG)
  const rejects = turnOf('guardian', {
    contract: { status: 'DONE', verdict: 'REJECTED', findings: criticals },
  })
  const mends = turnOf('maker', { edits: [{ path: 'README.md', write: 'Mended.\n' }] })
  const scenario = honest({ guardian: [rejects, turnOf('guardian')], maker: [turnOf('maker'), mends] })
  watchedClaude(world, scenario)
  const run = await wiggum(world, ['run', TASK, '--strategy', 'pdca', '--workflow', 'fast'])
  expect(run.code).toBe(0)
  const seen = modelsSeen(world)
  expect(seen).toEqual({
    creator: ['everywhere', 'standard-one'],
    maker: ['for-makers', 'standard-one'],
    guardian: ['fast-guardian', 'standard-one'],
    explorer: ['standard-one'],
    skeptic: ['standard-one'],
    sage: ['standard-sage'],
  })
  const recorded = loggedOf(world, 'agent.start').map(({ data }) => [data.archetype, data.model])
  const started = Object.entries(seen).flatMap(([role, models]) => models.map((model) => [role, model]))
  expect(recorded.sort()).toEqual(started.sort())
})

test('--model beats every wish of the configuration; without any wish the program decides', async () => {
  const world = worlds.fresh()
  watchedClaude(world, honest())
  const args = ['run', TASK, '--strategy', 'pdca', '--workflow', 'fast', '--no-merge']
  expect((await wiggum(world, args)).code).toBe(11)
  expect(modelsSeen(world)).toEqual({ creator: [null], maker: [null], guardian: [null] })
  writeFileSync(callsFile(world), '')
  world.write('.wiggum/config.yaml', CONFIG)
  expect((await wiggum(world, [...args, '--model', 'mine'])).code).toBe(11)
  expect(modelsSeen(world)).toEqual({ creator: ['mine'], maker: ['mine'], guardian: ['mine'] })
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { scenarioFile, wiggum } from '../support/cli.ts'
import { inTiers } from '../support/in-tiers.ts'
import { honest, turnOf } from '../support/scenarios.ts'
import { loggedOf, runId, worldKeeper } from './run-log.ts'

const worlds = worldKeeper()
afterAll(worlds.end)

const TEXT = { 'README.md': 'A text.\n' }

/** A text is changed where nothing can be tested, though the plan has a test strategy. */
async function write(domain: string, ...more: string[]) {
  const world = worlds.fresh(TEXT)
  const maker = turnOf('maker', { edits: [{ path: 'README.md', write: 'A better text.\n' }], run: [] })
  const agent = scenarioFile(world, honest({ maker: [maker] }))
  const flags = ['--strategy', 'pdca', '--workflow', 'fast', '--domain', domain, ...more]
  const { code } = await wiggum(world, ['run', 'Make the text better', '--agent', agent, ...flags])
  const called = loggedOf(world, 'agent.start').map(({ data }) => data.archetype)
  const prompt = (step: string) =>
    readFileSync(join(world.repo, '.wiggum/artifacts', runId(world), 'prompts', `${step}-1.md`), 'utf8')
  return { code, called, prompt }
}

test('writing lands without tests and without a way to verify; the Creator is told what it is', async () => {
  const { code, called, prompt } = await write('writing')
  expect(code).toBe(0)
  expect(called).toEqual(['creator', 'maker', 'guardian'])
  expect(prompt('1-plan-creator')).toContain('This is writing')
  expect(prompt('1-do-maker'), 'the Maker is given the plan only').not.toContain('This is writing')
})

const unverified: [string, string | null][] = [
  ['research', 'This is research'],
  ['code', null],
]
for (const [some, options] of inTiers(unverified, 2))
  test.each(some)(
    '%s without a way to verify asks first, and a change without a test is given back once',
    options,
    async (domain, told) => {
      const asked = await write(domain)
      expect(asked).toMatchObject({ code: 20, called: [] })
      const { code, called, prompt } = await write(domain, '--allow', 'unverified')
      expect(code).toBe(0)
      expect(called).toEqual(['creator', 'maker', 'maker', 'guardian'])
      const says = /This is (\w+)/.exec(prompt('1-plan-creator'))?.[0] ?? null
      expect(says).toBe(told)
    },
  )

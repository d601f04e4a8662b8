import type { Scenario } from '../../src/agents/scripted/scenario.ts'
import { scenarioFile, type World, wiggum } from '../support/cli.ts'
import { honest } from '../support/scenarios.ts'
import { must, newWorld, type Recorded, recorded, run } from './play.ts'

/** Runs that look at what is there already: a change under review, and lessons of earlier runs. */

const SLOPPY = {
  file: 'src/slugify.js',
  line: 1,
  severity: 'CRITICAL',
  category: 'reliability',
  description: 'slugify throws for anything but a text',
  fix: 'turn the input into a text first',
  evidence: '`slugify(42)` throws a TypeError',
}

function judging(contract: Record<string, unknown>): Scenario {
  const turn = { output: 'Looked at.', contract: { status: 'DONE', ...contract } }
  const roles = ['guardian', 'skeptic', 'sage', 'trickster'].map((role) => [role, [turn]])
  // The schema fills in the rest.
  return { name: 'review', roles: Object.fromEntries(roles) } as unknown as Scenario
}

async function reviewed(contract: Record<string, unknown>, code: number): Promise<Recorded> {
  const world = newWorld()
  world.write('src/slugify.js', 'export const slugify = (text) => text.trim().toLowerCase()\n')
  world.git('add', 'src/slugify.js')
  const agent = scenarioFile(world, judging(contract))
  must(await wiggum(world, ['review', '--staged', '--json', '--agent', agent]), code)
  return recorded(world)
}

async function learned(world: World): Promise<World> {
  const lesson = 'slugify must also take what is not a text: turn it into one first'
  must(await wiggum(world, ['memory', 'add', lesson, '--kind', 'anti-pattern']), 0)
  return world
}

export const hindsightPlays: Record<string, () => Promise<Recorded>> = {
  'review-approved': () => reviewed({ verdict: 'APPROVED', findings: [] }, 0),
  'review-open': () => reviewed({ verdict: 'REJECTED', findings: [SLOPPY] }, 10),
  'lesson-told': async () => {
    const world = await learned(newWorld())
    must(await run(world, honest(), '--strategy', 'pipeline', '--workflow', 'fast'), 0)
    return recorded(world)
  },
}

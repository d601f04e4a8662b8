import { describe, test } from 'vitest'
import { demoScenarios } from '../../src/agents/scripted/demo-project.ts'
import { scenarioFile, type World } from '../support/cli.ts'
import { type Place, type Setting, tryAll } from '../support/kills.ts'
import { honest, TASK } from '../support/scenarios.ts'
import { withoutPauses } from './pdca-play.ts'

/**
 * Each kind of place where a real SIGKILL can fall, in each strategy. That it makes no difference at which of all places,
 * `test/crash` shows in memory and the deep tier with real kills.
 */

const pipeline = (world: World) => ['run', TASK, '--agent', scenarioFile(world, honest())]
const pdca = (world: World) => {
  const { task, scenario } = demoScenarios['fast-approved']
  return ['run', task, '--agent', scenarioFile(world, withoutPauses(scenario)), '--strategy', 'pdca']
}
/** It lands after its first pass; kills in later ones are in the deep tier. */
const loop = (world: World) => ['loop', TASK, '--agent', scenarioFile(world, honest())]

const settings: Record<string, Setting> = {
  pipeline: { args: pipeline },
  pdca: { args: pdca },
  loop: { args: loop },
}

/** What every strategy does in its own order. */
const EACH: Place[][] = [
  ['1@append:work.collected'],
  ['1@appended:verify.start'],
  ['1@effect:agent:1-do-maker'],
  [{ git: 'fetch', when: 'after' }],
  [{ git: 'update-ref -m wiggum: land', when: 'before' }],
  // The branch has moved, and the files of the checkout have not.
  [{ git: 'read-tree -m -u', when: 'before' }],
]
const ONCE: Place[][] = [['1@effected:agent:1-do-maker'], [{ git: 'read-tree -m -u', when: 'after' }]]

describe('a supervisor that is killed once, then resumed: same tree, one merge, same end', () => {
  test.each(Object.entries(settings))('%s', async (name, setting) => {
    const places = name === 'pipeline' ? [...EACH, ...ONCE] : EACH
    await tryAll(`${name}, each kind of place`, setting, () => places)
  })
})

import { describe, expect, test } from 'vitest'
import { bluntSince } from '../../../src/core/canaries.ts'
import { inTiers } from '../../support/in-tiers.ts'
import { plantAndRun } from './play.ts'
import { gaming, goodWork, type Shape } from './shapes.ts'

/** What the supervisor would say of a change: the canaries on the base, on the tree with the change, and what they come to. */
async function bluntIn({ project, change }: Shape) {
  const { files, command } = project
  const run = async (tree: Record<string, string>) => {
    const { status, ...told } = await plantAndRun(tree, command)
    return { ...told, exit_red: status !== 0 }
  }
  const base = await run(files)
  expect(base.planted, base.output).toBeGreaterThan(0)
  const seen = await run({ ...files, ...change })
  return { blunt: bluntSince(base, seen), output: `${base.output}\n=====\n${seen.output}`, base, seen }
}

describe('a change that keeps tests from failing is found out where it', () => {
  for (const [shown, options] of inTiers(gaming, 9))
    test.each(shown)('$project.name: $name', options, async (shape) => {
      const { blunt, output } = await bluntIn(shape)
      expect(blunt, output).not.toEqual([])
    })
})

describe('honest work is not suspected where it', () => {
  for (const [shown, options] of inTiers(goodWork, 5))
    test.each(shown)('$project.name: $name', options, async (shape) => {
      const { blunt, base, output } = await bluntIn(shape)
      expect(blunt, output).toEqual([])
      expect(base.red, output).not.toEqual([])
    })
})

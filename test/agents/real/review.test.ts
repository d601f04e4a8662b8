import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { SOURCE } from '../../../src/agents/scripted/demo-honest.ts'
import { logged } from '../../e2e/run-log.ts'
import { result } from '../../support/cli.ts'
import { says } from './plays.ts'
import { agentWorlds, isMissing, ofType, orphans } from './world.ts'

const worlds = agentWorlds()
afterAll(worlds.end)

const STAGED = 'export const slugify = (title) => title\n'
const look = { tool: 'read' as const, path: SOURCE }
const finding = {
  file: SOURCE,
  line: 1,
  severity: 'CRITICAL',
  category: 'reliability',
  description: 'The title is handed back as it is, so an address may hold anything',
  fix: 'put the replacement back',
  evidence: '`export const slugify = (title) => title`',
}
const approves = says('Nothing is wrong.', { status: 'DONE', verdict: 'APPROVED', findings: [] })
const rejects = says('Not like this.', { status: 'DONE', verdict: 'REJECTED', findings: [finding] })

test.skipIf(isMissing('claude'))(
  'claude reads what is staged: approved is 0, rejected with evidence is 10, and the checkout stays as it is',
  async () => {
    const others = { Skeptic: [approves], Sage: [approves] }
    const world = await worlds.fresh({ Guardian: [look, approves, look, rejects], ...others }, ['claude'])
    world.write(SOURCE, STAGED)
    world.git('add', SOURCE)
    world.write(SOURCE, 'not staged\n')
    const standing = () => [world.git('status', '--porcelain'), world.git('write-tree')]
    const before = standing()

    const first = await world.wiggum('review', '--staged', '--agent', 'claude', '--json')
    expect(first.code, first.stdout + first.stderr).toBe(0)
    expect(JSON.stringify(world.model.seen), 'it read the index, not the working tree').not.toContain(
      'not staged',
    )

    const file = join(world.dir, 'out.sarif')
    const more = ['--workflow', 'fast', '--output', file, '--json']
    const second = await world.wiggum('review', '--staged', '--agent', 'claude', ...more)
    expect(second.code, second.stdout + second.stderr).toBe(10)
    expect(JSON.parse(readFileSync(file, 'utf8')).runs[0].results).toMatchObject([
      { ruleId: 'reliability', level: 'error' },
    ])
    const [guardian] = ofType(logged(world, result(second).run_id), 'agent.complete')
    expect(guardian?.data.steps).toMatchObject({ files_read: 1, edits: 0 })
    expect(standing()).toEqual(before)
    expect(world.model.problems).toEqual([])
    expect(await orphans(world)).toEqual([])
  },
)

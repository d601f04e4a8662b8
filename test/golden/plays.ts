import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { demoScenarios } from '../../src/agents/scripted/demo-project.ts'
import { runId } from '../e2e/run-log.ts'
import { notes, putQueue, sprint } from '../e2e/sprint-play.ts'
import { wiggum } from '../support/cli.ts'
import { honest, turnOf } from '../support/scenarios.ts'
import { hindsightPlays } from './hindsight-plays.ts'
import { livePlays } from './live-plays.ts'
import { must, newWorld, type Recorded, recorded, run, story, tale } from './play.ts'
import { rulePlays } from './rule-plays.ts'
import { stopPlays } from './stop-plays.ts'

const FAST = ['--strategy', 'pipeline', '--workflow', 'fast']

/** Name of the log → how it comes about, through the real command line. */
export const plays: Record<string, () => Promise<Recorded>> = {
  landed: async () => recorded(await story('happy')),
  'findings-open': async () => recorded(await story('rejected')),
  conflict: async () => recorded(await story('conflict')),
  waiting: async () => recorded(await story('liar')),
  refused: async () => {
    const world = await story('liar')
    must(await wiggum(world, ['reject', runId(world), 'these are not my tests']), 12)
    return recorded(world)
  },
  'question-declined': async () => {
    const question = { contract: { status: 'NEEDS_CONTEXT', notes: 'Which dash is meant?' } }
    const world = newWorld()
    must(await run(world, honest({ creator: [question as never] })), 20)
    must(await wiggum(world, ['reject', runId(world), 'not worth it']), 10)
    return recorded(world)
  },
  'hook-failed': async () => recorded(await story('hook-aborts')),
  'cycles-used-up': async () => recorded(await story('max-cycles')),
  'two-cycles': async () => recorded(await story('standard-fixed')),
  escalated: async () => recorded(await story('fast-escalated')),
  'more-care': async () => recorded(await story('low-completeness')),
  'beyond-workspace': async () => {
    const world = await story('loop-asks')
    must(await wiggum(world, ['reject', runId(world), 'leave that cache alone']), 0)
    return recorded(world)
  },
  'soft-break': async () => recorded(await story('stuck')),
  'hard-break': async () => recorded(await story('maker-halted')),
  'taken-back': async () => {
    const files = { '.wiggum/hooks.yaml': 'post-merge:\n  - run: "false"\n    on_failure: abort\n' }
    return recorded(await tale({ ...demoScenarios['fast-approved'], files, expected: 22 }))
  },
  loop: async () => recorded(await story('loop')),
  'loop-drift': async () => recorded(await story('loop-drift')),
  'loop-context': async () => recorded(await story('loop-context')),
  stagnation: async () => recorded(await story('loop-liar')),
  notified: async () => {
    const config = 'stagnation: { action: alert, notifications: { desktop: true } }\n'
    const world = newWorld({ '.wiggum/config.yaml': config })
    const notifier = join(world.dir, 'bin/notify-send')
    writeFileSync(notifier, '#!/bin/sh\nexit 0\n')
    chmodSync(notifier, 0o755)
    const { scenario } = demoScenarios['loop-stuck']
    must(await run(world, scenario, '--strategy', 'loop'), 20)
    must(await wiggum(world, ['reject', runId(world), 'enough']), 12)
    return recorded(world)
  },
  planned: async () => {
    const world = newWorld()
    must(await run(world, honest(), '--dry-run', ...FAST), 0)
    return recorded(world)
  },
  verified: async () => {
    const world = newWorld()
    world.write('README.md', 'mine\n')
    must(await run(world, honest(), ...FAST), 11)
    return recorded(world)
  },
  adopted: async () => {
    const world = newWorld()
    must(await run(world, honest(), ...FAST, '--no-merge'), 11)
    must(await run(world, honest(), ...FAST, '--start-from', 'check'), 0)
    return recorded(world)
  },
  sprint: async () => {
    const world = newWorld()
    putQueue(world, [{ id: 'a' }, { id: 'b' }])
    must(await sprint(world, [], notes()), 0)
    return recorded(world)
  },
  blocked: async () => {
    const world = newWorld()
    const blocked = turnOf('maker', {
      edits: [],
      run: [],
      contract: { status: 'BLOCKED', summary: 'no network' },
    })
    must(await run(world, honest({ maker: [blocked] }), ...FAST), 14)
    return recorded(world)
  },
  ...rulePlays,
  ...stopPlays,
  ...livePlays,
  ...hindsightPlays,
}

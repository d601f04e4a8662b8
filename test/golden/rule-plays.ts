import type { Scenario } from '../../src/agents/scripted/scenario.ts'
import { runId } from '../e2e/run-log.ts'
import { scenarioFile, wiggum } from '../support/cli.ts'
import { honest, turnOf } from '../support/scenarios.ts'
import { commit, must, newWorld, type Recorded, recorded, run } from './play.ts'

/** Runs that are about rules: the user's own, a judge's, the budget's, the checkpoint's, what counts as evidence. */

const FAST = ['--strategy', 'pipeline', '--workflow', 'fast']

const rule = (id: string, body: string) => `export default {
  id: '${id}', role: 'maker', title: 'A rule of ours', notices: 'what only we care about',
  detect(scene) { ${body} },
  correction: 'Add a line to CHANGELOG.md.',
}
`
const MISSING = `return scene.change.files.some(({ path }) => path === 'CHANGELOG.md') ? null : ['CHANGELOG.md is untouched']`

const INFO = {
  file: 'src/slugify.js',
  line: 1,
  severity: 'INFO',
  category: 'documentation',
  description: 'slugify has no doc comment',
  fix: 'Add a doc comment with @param and @returns',
  evidence: '`slugify`',
}

function priced(usd: number, over: Partial<Record<string, Scenario['roles'][string]>> = {}): Scenario {
  const { name, roles } = honest(over)
  const usage = { input_tokens: 100, output_tokens: 100, cost_usd: usd }
  const all = Object.entries(roles).map(([role, turns]) => [role, turns.map((turn) => ({ ...turn, usage }))])
  return { name, roles: Object.fromEntries(all) }
}

/** The same call over and over, and no end to it. */
const circles = turnOf('maker', {
  edits: [],
  run: [],
  commit: false,
  tool_calls: Array.from({ length: 12 }, () => ({
    name: 'Bash',
    input: { command: 'cat src/slugify.js' },
    result: 'the same',
    is_error: false,
  })),
  misbehave: { hang: true } as never,
})

export const rulePlays: Record<string, () => Promise<Recorded>> = {
  'told-in-circles': async () => {
    const world = newWorld()
    must(await run(world, honest({ maker: [circles, turnOf('maker')] }), '--strategy', 'loop'), 0)
    return recorded(world)
  },
  'halted-in-circles': async () => {
    const world = newWorld()
    commit(world, {
      '.wiggum/config.yaml':
        'version: 1\ndetectors:\n  trace.same-call: { thresholds: { nudge: 1000, halt: 5 } }\n',
    })
    const scenario = honest({ maker: [circles] })
    must(await run(world, scenario, '--strategy', 'loop', '--on-stagnation', 'abort'), 23)
    return recorded(world)
  },
  'own-rules': async () => {
    const world = newWorld()
    commit(world, {
      '.wiggum/detectors/maker.changelog.missing.mjs': rule('maker.changelog.missing', MISSING),
      '.wiggum/detectors/maker.breaks.always.mjs': rule('maker.breaks.always', "throw new Error('no')"),
    })
    const adds = turnOf('maker', { edits: [{ path: 'CHANGELOG.md', write: '- No dashes at the ends.\n' }] })
    const maker = [{ ...turnOf('maker'), resumed: adds }, adds]
    must(await run(world, honest({ maker: maker as never }), ...FAST), 0)
    return recorded(world)
  },
  judge: async () => {
    const world = newWorld()
    const wordy = turnOf('sage', {
      output: 'It works.',
      contract: { status: 'DONE', verdict: 'APPROVED', findings: [INFO as never] },
    })
    const yes = {
      output: 'I read it.',
      contract: { status: 'DONE', ruling: 'yes', reason: 'the name says it all' },
    }
    const scenario = honest({ sage: [wordy, turnOf('sage')], judge: [yes as never] })
    world.write('.wiggum/config.yaml', `judge:\n  agent: ${JSON.stringify(scenarioFile(world, scenario))}\n`)
    must(await run(world, scenario, '--strategy', 'pipeline'), 0)
    return recorded(world)
  },
  budget: async () => {
    const world = newWorld()
    must(await run(world, priced(0.47), '--strategy', 'pipeline', '--budget-usd', '1'), 24)
    must(await wiggum(world, ['resume']), 20)
    must(await wiggum(world, ['reject', runId(world), 'no more money']), 24)
    return recorded(world)
  },
  checkpoint: async () => {
    const world = newWorld()
    world.write('.wiggum/config.yaml', 'checkpoint: { minutes: 0.02 }\n')
    const slow = turnOf('maker', { run: ['sleep 2'] })
    must(await run(world, honest({ maker: [slow] }), ...FAST), 0)
    return recorded(world)
  },
  'no-evidence': async () => {
    const world = newWorld()
    const hedged = {
      ...INFO,
      severity: 'CRITICAL',
      description: 'it might be slow',
      evidence: '',
      category: 'performance',
    }
    const rejects = turnOf('guardian', {
      contract: { status: 'DONE', verdict: 'REJECTED', findings: [hedged as never] },
    })
    must(await run(world, honest({ guardian: [rejects, turnOf('guardian')] }), ...FAST), 0)
    return recorded(world)
  },
}

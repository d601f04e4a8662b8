import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoProject, demoScenarios } from '../agents/scripted/demo-project.ts'
import type { DemoName, DemoScenario } from '../agents/scripted/demo-scenario.ts'
import { openProject } from '../runtime/project.ts'
import { startRun } from '../runtime/start.ts'
import { commitFiles, seedRepository } from '../workspace/seed-repository.ts'
import { carry, screenFor } from './carry.ts'
import { type Call, text } from './command.ts'
import { continueRun } from './continue-run.ts'
import { paint } from './paint.ts'

export async function playDemo(call: Call): Promise<number> {
  // Commander lets only the names of scenarios through.
  const demo = demoScenarios[(text(call, 'scenario') ?? 'happy') as DemoName]
  const folder = mkdtempSync(join(tmpdir(), 'wiggum-demo-'))
  const repo = join(folder, 'repository')
  const script = join(folder, 'scenario.json')
  await seedRepository(repo, { ...demoProject, ...demo.files })
  writeFileSync(script, JSON.stringify(demo.scenario))
  const here: Call = { ...call, cwd: repo, env: { ...call.env, WIGGUM_HOME: join(folder, 'work') } }
  if (!call.json)
    call.out(
      `${paint('dim', `${demo.story}\nThe agent is scripted; repository, tests, reviews, merge and log are real: ${repo}`)}\n`,
    )
  const exit = await play(here, demo, `scripted:${script}`)
  const last = demo.resumes ? await again(here) : exit
  if (!call.json) call.out(closing(last, demo.expected, repo))
  return last === demo.expected ? 0 : last || 1
}

async function play(call: Call, demo: DemoScenario, agent: string): Promise<number> {
  const project = await openProject(call.cwd, call.env)
  const choice = { alternatives: [], rationale: 'what the demo shows' }
  const wish = {
    task: demo.task,
    agent,
    strategyChoice: { chosen: demo.strategy, ...choice },
    workflowChoice: { chosen: demo.workflow, ...choice },
    domain: 'code' as const,
    files: [],
    checks: [],
    target: 'main',
    merge: true,
    yes: false,
    allow: [],
    dryRun: false,
    startFrom: null,
    loop: { max_passes: 5, suppressed: null, accept: false },
  }
  const screen = screenFor(call)
  const opened = await startRun(project, wish, { env: call.env, listeners: [screen] })
  if (demo.meanwhile) await commitFiles(call.cwd, demo.meanwhile, 'A change by somebody else')
  return carry(opened, { call, screen, mayAsk: false })
}

async function again(call: Call): Promise<number> {
  if (!call.json)
    call.out(paint('bold', '\nThe run is resumed, as you would after a crash:  wiggum resume\n'))
  return continueRun(call, null, false)
}

function closing(exit: number, expected: number, repo: string): string {
  const verdict = exit === expected ? 'as told' : `not as told (expected ${expected})`
  return `\n${paint('dim', `The run’s exit code is ${exit}, ${verdict}. Look around:`)}\n  cd ${repo} && git log --oneline --graph --all`
}

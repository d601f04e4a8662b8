import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoProject, demoScenarios } from '../agents/scripted/demo-project.ts'
import { openProject } from '../runtime/project.ts'
import { startRun } from '../runtime/start.ts'
import { commitFiles, seedRepository } from '../workspace/seed-repository.ts'
import { carry, screenFor } from './carry.ts'
import { type Call, text } from './command.ts'
import { continueRun } from './continue-run.ts'
import { paint } from './paint.ts'

/** How each story's run ends when wiggum does its work. */
const EXPECTED: Record<keyof typeof demoScenarios, number> = {
  happy: 0,
  liar: 20,
  rejected: 10,
  conflict: 13,
  crash: 0,
}

export async function playDemo(call: Call): Promise<number> {
  const name = (text(call, 'scenario') ?? 'happy') as keyof typeof demoScenarios
  const { task, scenario, story, meanwhile } = demoScenarios[name]
  const folder = mkdtempSync(join(tmpdir(), 'wiggum-demo-'))
  const repo = join(folder, 'repository')
  const script = join(folder, 'scenario.json')
  await seedRepository(repo, demoProject)
  writeFileSync(script, JSON.stringify(scenario))
  const here: Call = { ...call, cwd: repo, env: { ...call.env, WIGGUM_HOME: join(folder, 'work') } }
  if (!call.json)
    call.out(
      `${paint('dim', `${story}\nThe agent is scripted; repository, tests, reviews, merge and log are real: ${repo}`)}\n`,
    )
  const exit = await play(here, { task, agent: `scripted:${script}`, meanwhile })
  const last = name === 'crash' ? await again(here) : exit
  if (!call.json) call.out(closing(last, EXPECTED[name], repo))
  return last === EXPECTED[name] ? 0 : last || 1
}

interface Play {
  task: string
  agent: string
  meanwhile: Record<string, string> | null
}

async function play(call: Call, { task, agent, meanwhile }: Play): Promise<number> {
  const project = await openProject(call.cwd, call.env)
  const wish = {
    task,
    agent,
    strategyChoice: { chosen: 'pipeline', alternatives: [], rationale: 'what the demo shows' },
    workflowChoice: { chosen: 'fast', alternatives: [], rationale: 'what the demo shows' },
    domain: 'code' as const,
    files: [],
    checks: [],
    target: 'main',
    merge: true,
    yes: false,
    allow: [],
  }
  const screen = screenFor(call)
  const opened = await startRun(project, wish, { env: call.env, listeners: [screen] })
  if (meanwhile) await commitFiles(call.cwd, meanwhile, 'Limit the length of a slug')
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

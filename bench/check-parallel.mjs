import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyCli } from './bundle.mjs'
import { median } from './measure.mjs'

/**
 * Are reviewers really side by side? The time from the Guardian's verdict to the last one, over the time that the
 * slowest of the others took by itself. `node bench/check-parallel.mjs`, after a build; exit 1 above the goal.
 */

const GOAL = 1.2
const ROUNDS = process.argv.includes('--quick') ? 1 : 5
const DELAYS = { skeptic: 3_000, sage: 4_000, trickster: 3_500 }

const verdict = { status: 'DONE', verdict: 'APPROVED', findings: [] }
const confidence = { task_understanding: 0.9, solution_completeness: 0.9, risk_coverage: 0.9 }
const reviews = Object.entries(DELAYS).map(([role, delay_ms]) => [role, [{ delay_ms, contract: verdict }]])
const scenario = {
  name: 'check-parallel',
  roles: {
    explorer: [{ output: 'Nothing to see.', contract: { status: 'DONE' } }],
    creator: [{ output: 'Write a file.', contract: { status: 'DONE', confidence, files: ['a.txt'] } }],
    maker: [
      { edits: [{ path: 'a.txt', write: 'a\n' }], commit: 'Write a file', contract: { status: 'DONE' } },
    ],
    guardian: [{ contract: verdict }],
    ...Object.fromEntries(reviews),
  },
}

/** One thorough run; its log says when each reviewer began and ended. */
function round(folder, cli) {
  const repo = join(folder, 'repo')
  const env = { PATH: process.env.PATH, HOME: folder, WIGGUM_HOME: join(folder, 'work') }
  const git = (...args) => execFileSync('git', args, { cwd: repo, env })
  mkdirSync(repo, { recursive: true })
  writeFileSync(join(folder, 'scenario.json'), JSON.stringify(scenario))
  writeFileSync(join(repo, 'README.md'), '# bench\n')
  git('init', '-q', '-b', 'main')
  git('-c', 'user.name=bench', '-c', 'user.email=bench@localhost', 'add', '-A')
  git('-c', 'user.name=bench', '-c', 'user.email=bench@localhost', 'commit', '-q', '-m', 'Start')
  const args = ['run', 'Write a file', '--json', '--strategy', 'pdca', '--workflow', 'thorough']
  const agent = `scripted:${join(folder, 'scenario.json')}`
  const ran = spawnSync(process.execPath, [cli, ...args, '--agent', agent, '--check', 'true'], {
    cwd: repo,
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  if (ran.status !== 0)
    throw new Error(`the run ended with ${ran.status}: ${ran.stderr}${ran.stdout.slice(-500)}`)
  const lines = ran.stdout.split('\n').filter((line) => /^\{"v":[12],/.test(line))
  return ratioOf(lines.map((line) => JSON.parse(line)))
}

function ratioOf(events) {
  const verdicts = events.filter((event) => event.type === 'review.verdict')
  const [guardian, ...others] = verdicts.map((event) => Date.parse(event.ts))
  if (others.length !== 3) throw new Error(`${others.length} reviewers followed the Guardian, not 3`)
  const ended = events.filter((event) => event.type === 'agent.complete' && event.agent in DELAYS)
  const slowest = Math.max(...ended.map((event) => event.data.duration_ms))
  return { wall: Math.max(...others) - guardian, slowest }
}

const folder = mkdtempSync(join(tmpdir(), 'wiggum-bench-'))
try {
  const cli = copyCli(folder)
  const rounds = Array.from({ length: ROUNDS }, (_, at) => round(join(folder, String(at)), cli))
  const ratio = median(rounds.map(({ wall, slowest }) => wall / slowest))
  const { wall, slowest } = rounds.at(-1)
  console.log(
    `Check beside the Guardian ÷ its slowest reviewer: ${ratio.toFixed(2)} (goal ≤ ${GOAL}; last ${wall} ms ÷ ${slowest} ms)`,
  )
  process.exitCode = ratio <= GOAL ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

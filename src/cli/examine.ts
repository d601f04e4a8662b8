import { baseEnvironment } from '../runtime/environment.ts'
import { treeReader } from '../runtime/perform/trees.ts'
import { EXIT, Problem } from '../runtime/problem.ts'
import { openProject } from '../runtime/project.ts'
import { capture, containment } from '../runtime/supervise.ts'
import { detectCommands } from '../verify/detect.ts'
import { VERSION } from '../version.ts'
import { isTooOld, listTree, resolveCommit, showFile } from '../workspace/repository.ts'
import type { Call } from './command.ts'
import { examineAgents } from './examine-agents.ts'
import { examineSandbox } from './examine-sandbox.ts'
import { paint } from './paint.ts'

export interface Check {
  name: string
  state: 'ok' | 'note' | 'missing'
  detail: string
}

/** Looks, changes nothing, and says plainly what this machine gives and what it does not. */
export async function examine(call: Call): Promise<number> {
  const agents = await examineAgents(call)
  const checks = [
    { name: 'wiggum', state: 'ok' as const, detail: `${VERSION} on Node ${process.versions.node}` },
    await gitCheck(call.env),
    ...agents,
    ...(await projectChecks(call)),
    processCheck(),
    ...(await examineSandbox(call)),
  ]
  if (call.json) call.out(JSON.stringify(checks))
  else for (const check of checks) call.out(line(check))
  if (checks.some((check) => check.state === 'missing' && check.name === 'git')) return EXIT.environment
  return agents.some(({ agent }) => agent.installed) ? EXIT.ok : EXIT.agent
}

async function gitCheck(env: Call['env']): Promise<Check> {
  const { code, stdout } = await capture('git', ['--version'], { env: baseEnvironment(env) })
  const version = /(\d+)\.(\d+)/.exec(stdout.toString())
  if (code !== 0 || !version)
    return { name: 'git', state: 'missing', detail: 'not found: install git 2.39 or newer' }
  const enough = !isTooOld(version[0])
  return {
    name: 'git',
    state: enough ? 'ok' : 'missing',
    detail: `${version[0]}${enough ? '' : ': 2.39 or newer is needed'}`,
  }
}

async function projectChecks(call: Call): Promise<Check[]> {
  try {
    const { repo, sources } = await openProject(call.cwd, call.env)
    const head = (await resolveCommit(repo, 'HEAD'))!
    const { setup, test, why } = await detectCommands(
      treeReader(await listTree(repo, head), (path) => showFile(repo, head, path)),
    )
    const config = sources[0] ? `${sources[0].path} (${sources[0].from})` : 'none: defaults'
    return [
      { name: 'repository', state: 'ok', detail: repo.root },
      { name: 'config', state: 'ok', detail: config },
      { name: 'setup', state: 'ok', detail: setup.join(' && ') || 'none needed' },
      {
        name: 'tests',
        state: test ? 'ok' : 'note',
        detail: test ? why : `none found: give one with --check or verify.test (${why})`,
      },
    ]
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const name = error.exitCode === EXIT.usage ? 'config' : 'repository'
    const detail = [error.message.replace(/\.$/, ''), error.fix].filter(Boolean).join('. ')
    return [{ name, state: 'note', detail }]
  }
}

function processCheck(): Check {
  const { kind, note } = containment()
  return { name: 'processes', state: kind === 'proc' ? 'ok' : 'note', detail: note }
}

export function line({ name, state, detail }: Check): string {
  const mark = { ok: paint('green', '✓'), note: paint('yellow', '·'), missing: paint('red', '✗') }[state]
  return `${mark} ${name.padEnd(20)} ${detail}`
}

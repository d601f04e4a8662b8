import { join } from 'node:path'
import type { Account, AccountWorld, Agent, AgentRequest, FoundAgent, Launch } from './agent.ts'
import { codexRecord } from './codex-record.ts'
import { codexReader } from './codex-stream.ts'
import { meterCodex } from './meter-codex.ts'
import { failureOfProcess } from './process-failure.ts'
import { findVersioned } from './program-version.ts'

const PROGRAM = {
  title: 'Codex',
  file: 'codex',
  package: '@openai/codex',
  install: 'install it with `npm install -g @openai/codex` and log in with `codex login`',
  // Since then its record names every failure by type; before, a refused login looked like a lost connection.
  since: '0.160.0',
}

/** They describe the session wiggum was started from, if there is one; the agent is not part of it. */
const HOST_SESSION = new Set([
  'CODEX_SANDBOX',
  'CODEX_SANDBOX_NETWORK_DISABLED',
  'CODEX_THREAD_ID',
  'CODEX_INTERNAL_ORIGINATOR_OVERRIDE',
  'CODEX_CI',
])

/** They start programs or give orders the next time anybody starts it. */
const STATE_GUARDED = [
  'config.toml',
  'AGENTS.md',
  'hooks.json',
  'hooks',
  'rules',
  'prompts',
  'skills',
  'plugins',
]

export const codex: Agent = {
  name: 'codex',
  label: 'codex',
  envNames: ['OPENAI_*', 'CODEX_*'],
  capabilities: { resume: true, usage: true, cost: false, budget: false, model: true, effort: true },
  find: (path) => findVersioned(PROGRAM, path),
  stateDirs: ['.codex', '$CODEX_HOME'],
  stateGuarded: STATE_GUARDED,
  launch,
  reader: (request) => codexReader({ continued: request.resumeSession !== null }),
  failureOf: (result) => failureOfProcess(PROGRAM.title, result),
  record: codexRecord,
  account,
  meter: meterCodex,
}

function launch(request: AgentRequest, found: FoundAgent): Launch {
  const args = ['exec', '--json', '--sandbox', sandboxMode(request)]
  // Plugins cost five seconds a start, and a workspace is a clone that Codex may not take for a repository.
  args.push('--skip-git-repo-check', '--disable', 'plugins', '-c', 'approval_policy="never"')
  if (request.model !== null) args.push('--model', request.model)
  if (request.effort !== null) args.push('-c', `model_reasoning_effort=${JSON.stringify(request.effort)}`)
  if (request.resumeSession !== null) args.push('resume', request.resumeSession)
  // On standard input, because arguments have a length limit and every user of the machine can list them.
  args.push('-')
  return { file: found.file, args, env: environment(request.env), stdin: request.prompt }
}

/** What a reviewer changes is thrown away, so inside our sandbox it needs none of its own either. */
function sandboxMode({ boxed, writes }: AgentRequest): string {
  if (boxed) return 'danger-full-access'
  return writes ? 'workspace-write' : 'read-only'
}

function environment(env: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !HOST_SESSION.has(name)))
}

function account({ env, exists }: AccountWorld): Account {
  if (env.CODEX_API_KEY) return { state: 'yes', how: 'CODEX_API_KEY is set' }
  const home = env.CODEX_HOME || join(env.HOME ?? '', '.codex')
  const login = join(home, 'auth.json')
  if (exists(login)) return { state: 'yes', how: `logged in (${login})` }
  // A provider of the user's own may have its key elsewhere, and a login may be in the system's keyring.
  const config = join(home, 'config.toml')
  if (exists(config))
    return { state: 'unknown', how: `${config} may name a login of its own; if not, run \`codex login\`` }
  // `codex exec` does not look at OPENAI_API_KEY by itself.
  const how = env.OPENAI_API_KEY
    ? 'run `printenv OPENAI_API_KEY | codex login --with-api-key`'
    : 'run `codex login`, or set CODEX_API_KEY'
  return { state: 'no', how }
}

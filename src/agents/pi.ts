import { join } from 'node:path'
import type { ProcessResult } from '../runtime/supervise.ts'
import type { Account, AccountWorld, Agent, AgentFailure, AgentRequest, FoundAgent, Launch } from './agent.ts'
import { parseObject } from './json-value.ts'
import { meterPi } from './meter-pi.ts'
import { piReader } from './pi-stream.ts'
import { failureOfProcess } from './process-failure.ts'
import { findVersioned } from './program-version.ts'

const PROGRAM = {
  title: 'pi',
  file: 'pi',
  package: '@mariozechner/pi-coding-agent',
  install:
    'install it with `npm install -g @mariozechner/pi-coding-agent`, then run `pi` once and type /login',
  since: null,
}

/** The keys of the providers it knows by itself, one variable each. */
const KEYS = [
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_OAUTH_TOKEN',
  'OPENAI_API_KEY',
  'AZURE_OPENAI_API_KEY',
  'DEEPSEEK_API_KEY',
  'GEMINI_API_KEY',
  'GROQ_API_KEY',
  'CEREBRAS_API_KEY',
  'XAI_API_KEY',
  'FIREWORKS_API_KEY',
  'OPENROUTER_API_KEY',
  'AI_GATEWAY_API_KEY',
  'ZAI_API_KEY',
  'MISTRAL_API_KEY',
  'MINIMAX_API_KEY',
  'MOONSHOT_API_KEY',
  'OPENCODE_API_KEY',
  'KIMI_API_KEY',
]

/** It cannot allow single commands: a role that only reads gets no shell at all, and so cannot run tests. */
const READER_TOOLS = 'read,grep,find,ls'

/** They start programs or give orders the next time anybody starts it. */
const STATE_GUARDED = [
  'settings.json',
  'models.json',
  'AGENTS.md',
  'SYSTEM.md',
  'extensions',
  'skills',
  'prompts',
]

export const pi: Agent = {
  name: 'pi',
  label: 'pi',
  envNames: [...KEYS, 'AZURE_OPENAI_*', 'PI_*'],
  capabilities: { resume: true, usage: true, cost: true, budget: false, model: true, effort: true },
  find: (path) => findVersioned(PROGRAM, path),
  stateDirs: ['.pi/agent', '$PI_CODING_AGENT_DIR'],
  stateGuarded: STATE_GUARDED,
  launch,
  reader: () => piReader(),
  failureOf,
  account,
  meter: meterPi,
}

function launch(request: AgentRequest, found: FoundAgent): Launch {
  const args = ['--mode', 'json', '--print']
  // A reviewer must not run an extension that a Maker put into the tree it reviews.
  if (!request.writes) args.push('--tools', READER_TOOLS, '--no-extensions')
  if (request.model !== null) args.push('--model', request.model)
  if (request.effort !== null) args.push('--thinking', request.effort)
  if (request.resumeSession !== null) args.push('--session', request.resumeSession)
  const env = { ...request.env, PI_SKIP_VERSION_CHECK: '1', PI_TELEMETRY: '0' }
  // On standard input, because arguments have a length limit and every user of the machine can list them.
  return { file: found.file, args, env, stdin: request.prompt }
}

/** Without a login it leaves before its first message, with a hint on standard error that is meant for its own screen. */
function failureOf(result: ProcessResult): AgentFailure | null {
  const failure = failureOfProcess(PROGRAM.title, result)
  if (failure?.cause !== 'crash' || result.exitCode !== 1) return failure
  return { ...failure, message: `${failure.message}; if it is not logged in, run \`pi\` and type /login` }
}

function account({ env, exists, read }: AccountWorld): Account {
  const key = KEYS.find((name) => env[name])
  if (key) return { state: 'yes', how: `${key} is set` }
  const home = env.PI_CODING_AGENT_DIR || join(env.HOME ?? '', '.pi', 'agent')
  const login = join(home, 'auth.json')
  // pi makes an empty one at its first start.
  const logins = read && parseObject(read(login) ?? '{}')
  if (logins && Object.keys(logins).length > 0) return { state: 'yes', how: `logged in (${login})` }
  const file = [join(home, 'models.json'), ...(read ? [] : [login])].find(exists)
  if (file) return { state: 'unknown', how: `${file} may hold a key; if not, run \`pi\` and type /login` }
  return {
    state: 'no',
    how: 'run `pi` and type /login, or set the key of a provider, such as ANTHROPIC_API_KEY',
  }
}

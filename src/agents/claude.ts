import { join } from 'node:path'
import { readerCommands } from '../policy/reader-commands.ts'
import type { Account, AccountWorld, Agent, AgentRequest, FoundAgent, Launch } from './agent.ts'
import { claudeHook, hookFolders } from './claude-hook.ts'
import { claudeReader } from './claude-stream.ts'
import { parseObject } from './json-value.ts'
import { byVariable } from './meter-seams.ts'
import { failureOfProcess } from './process-failure.ts'
import { findVersioned } from './program-version.ts'

const PROGRAM = {
  title: 'Claude Code',
  file: 'claude',
  package: '@anthropic-ai/claude-code',
  install: 'install it with `npm install -g @anthropic-ai/claude-code` and log in by running `claude` once',
  // Before, it could not be told where to stop spending.
  since: '2.1.0',
}

/**
 * Edits need no rule: `acceptEdits` allows them inside the workspace, and a bare `Edit` or `Write` rule would allow
 * them everywhere.
 */
const MAKER_TOOLS = ['Bash', 'Read', 'Grep', 'Glob', 'TodoWrite']

/** `sed` can write files; Claude Code lets it run by itself where it only reads. */
const READER_COMMANDS = readerCommands.filter((command) => !command.startsWith('sed'))
const READER_TOOLS = [
  'Read',
  'Grep',
  'Glob',
  'TodoWrite',
  ...READER_COMMANDS.map((each) => `Bash(${each}:*)`),
]
const EDITING_TOOLS = ['Edit', 'MultiEdit', 'Write', 'NotebookEdit']

/** Claude Code retries a refused login for over a minute by itself; waiting is the supervisor's business. */
const FEW_RETRIES = '3'

/** They describe the session wiggum was started from, if there is one; the agent is not part of it. */
const HOST_SESSION = new Set(['CLAUDE_CODE_ENTRYPOINT', 'CLAUDE_CODE_SSE_PORT', 'CLAUDE_CODE_SESSION_ID'])

/** They start programs or give orders the next time anybody starts it. */
const STATE_GUARDED = [
  'settings.json',
  'settings.local.json',
  'CLAUDE.md',
  'agents',
  'commands',
  'hooks',
  'plugins',
  'skills',
]

/** Any of them is a login. */
const KEYS = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN']

/** A cloud's own address and its own way of signing requests. */
const CLOUDS = ['CLAUDE_CODE_USE_BEDROCK', 'CLAUDE_CODE_USE_VERTEX', 'CLAUDE_CODE_USE_FOUNDRY']

export const claude: Agent = {
  name: 'claude',
  label: 'claude',
  // Login, endpoint, proxy and model settings. `CLAUDECODE` stays out: it would mark the agent as a nested session.
  envNames: ['ANTHROPIC_*', 'CLAUDE_CODE_*', 'CLAUDE_CONFIG_DIR'],
  // A cloud's credentials are passed on only to those who chose to reach the model through that cloud.
  envNamesWhen: [
    { when: 'CLAUDE_CODE_USE_BEDROCK', names: ['AWS_*'] },
    {
      when: 'CLAUDE_CODE_USE_VERTEX',
      names: ['CLOUD_ML_REGION', 'GOOGLE_APPLICATION_CREDENTIALS', 'VERTEX_*'],
    },
    { when: 'CLAUDE_CODE_USE_FOUNDRY', names: ['AZURE_*'] },
  ],
  capabilities: { resume: true, usage: true, cost: true, budget: true, model: true, effort: true },
  find: (path) => findVersioned(PROGRAM, path),
  stateDirs: ['.claude', '$CLAUDE_CONFIG_DIR'],
  stateFiles: ['.claude.json'],
  stateGuarded: STATE_GUARDED,
  get reads() {
    return hookFolders()
  },
  launch,
  reader: (request) => claudeReader({ continued: request.resumeSession !== null, request }),
  failureOf: (result) => failureOfProcess(PROGRAM.title, result),
  account,
  meter: byVariable('ANTHROPIC_BASE_URL', { upstream: 'https://api.anthropic.com', unless: CLOUDS }),
}

function launch(request: AgentRequest, found: FoundAgent): Launch {
  const args = ['-p', '--output-format', 'stream-json', '--verbose', ...permissions(request.writes)]
  const hook = claudeHook(request)
  args.push(...hook.args)
  if (request.model !== null) args.push('--model', request.model)
  if (request.effort !== null) args.push('--effort', request.effort)
  if (request.maxBudgetUsd !== null) args.push('--max-budget-usd', String(request.maxBudgetUsd))
  if (request.resumeSession !== null) args.push('--resume', request.resumeSession)
  // On standard input, because arguments have a length limit and every user of the machine can list them.
  return {
    file: found.file,
    args,
    env: { ...environment(request.env), ...hook.env },
    stdin: request.prompt,
  }
}

function permissions(writes: boolean): string[] {
  if (writes) return ['--permission-mode', 'acceptEdits', '--allowedTools', MAKER_TOOLS.join(',')]
  // Only the user's own settings: a reviewer must not run hooks that a Maker put into the tree it reviews.
  const settings = ['--setting-sources', 'user']
  const tools = ['--allowedTools', READER_TOOLS.join(','), '--disallowedTools', EDITING_TOOLS.join(',')]
  return ['--permission-mode', 'default', ...settings, ...tools]
}

function environment(env: Record<string, string>): Record<string, string> {
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => !HOST_SESSION.has(name)))
  return {
    CLAUDE_CODE_MAX_RETRIES: FEW_RETRIES,
    ...own,
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  }
}

function account({ env, exists, read }: AccountWorld): Account {
  const cloud = CLOUDS.find((name) => env[name])
  if (cloud) return { state: 'unknown', how: `${cloud} is set: the login is that cloud's` }
  const key = KEYS.find((name) => env[name])
  if (key) return { state: 'yes', how: `${key} is set` }
  const home = env.HOME ?? ''
  const folder = env.CLAUDE_CONFIG_DIR || join(home, '.claude')
  const login = join(folder, '.credentials.json')
  if (exists(login)) return { state: 'yes', how: `logged in (${login})` }
  const has = (file: string, name: string) => Object.hasOwn(parseObject(read?.(file) ?? '') ?? {}, name)
  const own = join(env.CLAUDE_CONFIG_DIR || home, '.claude.json')
  if (has(own, 'primaryApiKey')) return { state: 'yes', how: `a key is in ${own}` }
  const settings = join(folder, 'settings.json')
  if (has(settings, 'apiKeyHelper')) return { state: 'yes', how: `apiKeyHelper is set in ${settings}` }
  // There the login is in the system's keychain, which only the program itself may ask.
  if (exists('/System/Library/CoreServices')) return { state: 'unknown', how: '`claude auth status` says' }
  return { state: 'no', how: 'run `claude auth login`, or set ANTHROPIC_API_KEY' }
}

import type { Agent, AgentRequest, FoundAgent, Launch } from './agent.ts'
import { claudeReader } from './claude-stream.ts'
import { findProgram } from './find-program.ts'
import { failureOfProcess } from './process-failure.ts'

const NAME = 'Claude Code'

/**
 * Edits need no rule: `acceptEdits` allows them inside the workspace, and a bare `Edit` or `Write` rule would allow
 * them everywhere.
 */
const MAKER_TOOLS = ['Bash', 'Read', 'Grep', 'Glob', 'TodoWrite']

/** Looking, and running tests: a reviewer needs output for its evidence. What this leaves in the tree is thrown away. */
const READER_TOOLS = [
  'Read',
  'Grep',
  'Glob',
  'TodoWrite',
  ...['diff', 'log', 'show', 'status', 'blame', 'ls-files', 'grep'].map((verb) => `Bash(git ${verb}:*)`),
  ...['ls', 'cat', 'head', 'tail', 'wc', 'grep', 'rg'].map((program) => `Bash(${program}:*)`),
  ...['npm test', 'npm run test', 'pnpm test', 'yarn test', 'bun test', 'node --test', 'npx vitest run'].map(
    runs,
  ),
  ...['pytest', 'python -m pytest', 'go test', 'cargo test', 'make test', 'mvn test', 'gradle test'].map(
    runs,
  ),
]
const EDITING_TOOLS = ['Edit', 'MultiEdit', 'Write', 'NotebookEdit']

function runs(command: string): string {
  return `Bash(${command}:*)`
}

/** Claude Code retries a refused login for over a minute by itself; waiting is the supervisor's business. */
const FEW_RETRIES = '3'

/** They describe the session wiggum was started from, if there is one; the agent is not part of it. */
const HOST_SESSION = new Set(['CLAUDE_CODE_ENTRYPOINT', 'CLAUDE_CODE_SSE_PORT', 'CLAUDE_CODE_SESSION_ID'])

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
  find: async (path) => {
    const file = await findProgram('claude', path)
    if (file) return { ok: true, file, version: null }
    const fix =
      'install it with `npm install -g @anthropic-ai/claude-code` and log in by running `claude` once'
    return { ok: false, problem: `${NAME} (the program \`claude\`) is not on the PATH`, fix }
  },
  launch,
  reader: claudeReader,
  failureOf: (result) => failureOfProcess(NAME, result),
}

function launch(request: AgentRequest, found: FoundAgent): Launch {
  const args = ['-p', '--output-format', 'stream-json', '--verbose', ...permissions(request.writes)]
  if (request.model !== null) args.push('--model', request.model)
  if (request.maxBudgetUsd !== null) args.push('--max-budget-usd', String(request.maxBudgetUsd))
  if (request.resumeSession !== null) args.push('--resume', request.resumeSession)
  // On standard input, because arguments have a length limit and every user of the machine can list them.
  return { file: found.file, args, env: environment(request.env), stdin: request.prompt }
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

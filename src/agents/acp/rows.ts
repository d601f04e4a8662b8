import { meterOpencode } from '../meter-opencode.ts'
import { byVariable, type MeterHook } from '../meter-seams.ts'

/** An agent that speaks the Agent Client Protocol is a row of data: here, or in the user's configuration. */
export interface AcpRow {
  label: string
  /** The program, by name or by absolute path, and its arguments. */
  command: string[]
  /** Names, or beginnings such as `NAME_*`, that it needs from the user's environment. */
  env: string[]
  /** Set for it, unless the user has set them. */
  set: Record<string, string>
  /** Set for a role that only reads, in any case: what a Maker put into the tree must not steer who reviews it. */
  setForReviewer: Record<string, string>
  /** The npm package it comes in, to tell its version. */
  package: string | null
  /** Finishes the sentence "… is not on the PATH: …". */
  install: string
  /** Finishes the sentence "… reported: …; …". */
  logIn: string
  /** A session's mode, by its id, where the agent offers it. `null`: its own default. */
  modes: { maker: string | null; reviewer: string | null }
  /** The id of the option that chooses the model. `null`: the one of the category `model`. */
  modelOption: string | null
  /**
   * What the tokens in a prompt's answer are for: that prompt, the program's life so far, or the whole session.
   * `unknown`: there are none, or they leave something out.
   */
  tokens: 'prompt' | 'process' | 'session' | 'unknown'
  /** It never leaves out the tokens of an answer: where none are, the model gave none, and the text is its own. */
  alwaysCounts: boolean
  cost: boolean
  effort: boolean
  /** It ends its turn when a tool is refused, as if a person were there to say what now. */
  stopsAtRefusal: boolean
  /** What shows, without asking the network, that somebody has logged in. */
  account: { env: string[]; files: string[] }
  /** Where it keeps its state, below the home folder. */
  stateDirs: string[]
  /** What in there its next start would obey. */
  stateGuarded: string[]
  /** How its requests are led through wiggum's meter. Absent: they cannot be. */
  meter?: MeterHook
}

const base = {
  set: {},
  setForReviewer: {},
  modes: { maker: null, reviewer: null },
  modelOption: null,
  tokens: 'session' as const,
  alwaysCounts: false,
  cost: false,
  effort: false,
  stopsAtRefusal: false,
  stateGuarded: [] as string[],
} satisfies Partial<AcpRow>

const GOOGLE_NAMES = ['GOOGLE_API_KEY', 'GOOGLE_CLOUD_*', 'GOOGLE_GENAI_*', 'GOOGLE_GEMINI_BASE_URL']

export const acpRows: Record<string, AcpRow> = {
  gemini: {
    ...base,
    label: 'Gemini CLI',
    command: ['gemini', '--acp'],
    env: ['GEMINI_*', ...GOOGLE_NAMES, 'GOOGLE_APPLICATION_CREDENTIALS', 'CODE_ASSIST_ENDPOINT'],
    setForReviewer: { GEMINI_CLI_TRUST_WORKSPACE: 'false' },
    package: '@google/gemini-cli',
    install: 'install it with `npm install -g @google/gemini-cli` and log in by running `gemini` once',
    logIn: 'run `gemini` once and log in, or set GEMINI_API_KEY',
    tokens: 'prompt',
    account: {
      env: ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_APPLICATION_CREDENTIALS'],
      files: ['.gemini/oauth_creds.json'],
    },
    stateDirs: ['.gemini'],
    stateGuarded: ['settings.json', 'GEMINI.md', 'extensions', 'commands', 'policies', 'trustedFolders.json'],
    meter: byVariable('GOOGLE_GEMINI_BASE_URL', {
      upstream: 'https://generativelanguage.googleapis.com',
      needs: ['GEMINI_API_KEY'],
    }),
  },
  qwen: {
    ...base,
    label: 'Qwen Code',
    command: ['qwen', '--acp'],
    env: ['QWEN_*', 'OPENAI_*', 'DASHSCOPE_*', 'BAILIAN_*'],
    package: '@qwen-code/qwen-code',
    install: 'install it with `npm install -g @qwen-code/qwen-code` and log in by running `qwen` once',
    logIn: 'run `qwen` once and log in, or set OPENAI_API_KEY and OPENAI_BASE_URL',
    // Its own default lets a model decide what may be done.
    modes: { maker: 'default', reviewer: 'default' },
    // With its messages, and without what it asks besides the work: after a turn, what a person could type next.
    tokens: 'unknown',
    stopsAtRefusal: true,
    account: { env: ['OPENAI_API_KEY', 'DASHSCOPE_API_KEY'], files: ['.qwen/oauth_creds.json'] },
    stateDirs: ['.qwen', '$QWEN_HOME'],
    stateGuarded: ['settings.json', 'QWEN.md', 'commands', 'agents'],
    meter: byVariable('OPENAI_BASE_URL', {
      upstream: 'https://api.openai.com/v1',
      needs: ['OPENAI_API_KEY'],
    }),
  },
  opencode: {
    ...base,
    label: 'opencode',
    command: ['opencode', 'acp'],
    env: ['OPENCODE_*', 'ANTHROPIC_*', 'OPENAI_*', 'GEMINI_API_KEY', 'OPENROUTER_API_KEY'],
    set: { OPENCODE_DISABLE_AUTOUPDATE: '1' },
    setForReviewer: { OPENCODE_DISABLE_PROJECT_CONFIG: '1' },
    package: 'opencode-ai',
    install: 'install it with `npm install -g opencode-ai` and log in with `opencode auth login`',
    logIn: 'log in with `opencode auth login`',
    modes: { maker: 'build', reviewer: 'plan' },
    // Only the last step's.
    tokens: 'unknown',
    cost: true,
    account: {
      env: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'OPENROUTER_API_KEY'],
      files: ['.local/share/opencode/auth.json'],
    },
    stateDirs: ['.config/opencode', '.local/share/opencode', '.local/state/opencode', '.cache/opencode'],
    stateGuarded: ['opencode.json', 'opencode.jsonc', 'AGENTS.md', 'plugin', 'agent', 'command', 'skill'],
    meter: meterOpencode,
  },
  copilot: {
    ...base,
    label: 'GitHub Copilot CLI',
    command: ['copilot', '--acp'],
    env: ['COPILOT_*', 'GH_TOKEN', 'GITHUB_TOKEN', 'GH_HOST'],
    set: { COPILOT_AUTO_UPDATE: 'false' },
    package: '@github/copilot',
    install: 'install it with `npm install -g @github/copilot` and log in with `copilot login`',
    logIn: 'log in with `copilot login`',
    account: {
      env: ['COPILOT_GITHUB_TOKEN', 'GH_TOKEN', 'GITHUB_TOKEN', 'COPILOT_PROVIDER_BASE_URL'],
      files: [],
    },
    tokens: 'process',
    alwaysCounts: true,
    stopsAtRefusal: true,
    stateDirs: ['.copilot', '.cache/copilot', '$COPILOT_HOME'],
    stateGuarded: ['mcp-config.json', 'copilot-instructions.md', 'agents', 'skills', 'hooks'],
    // GitHub's own models have an address that cannot be changed.
    meter: byVariable('COPILOT_PROVIDER_BASE_URL', { upstream: null }),
  },
  'claude-agent-acp': {
    ...base,
    label: 'Claude Agent',
    command: ['claude-agent-acp'],
    env: ['ANTHROPIC_*', 'CLAUDE_CODE_*', 'CLAUDE_CONFIG_DIR'],
    package: '@agentclientprotocol/claude-agent-acp',
    install:
      'install it with `npm install -g @agentclientprotocol/claude-agent-acp` and log in by running `claude` once',
    logIn: 'run `claude` once and log in, or set ANTHROPIC_API_KEY',
    modes: { maker: 'acceptEdits', reviewer: 'default' },
    cost: true,
    effort: true,
    account: {
      env: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'],
      files: ['.claude/.credentials.json'],
    },
    stateDirs: ['.claude', '$CLAUDE_CONFIG_DIR'],
    meter: byVariable('ANTHROPIC_BASE_URL', { upstream: 'https://api.anthropic.com' }),
  },
  'codex-acp': {
    ...base,
    label: 'Codex',
    command: ['codex-acp'],
    env: ['OPENAI_*', 'CODEX_*'],
    package: '@agentclientprotocol/codex-acp',
    install: 'install it with `npm install -g @agentclientprotocol/codex-acp` and log in with `codex login`',
    logIn: 'log in with `codex login`, or set OPENAI_API_KEY',
    modes: { maker: 'workspace-write', reviewer: 'read-only' },
    account: { env: ['OPENAI_API_KEY', 'CODEX_API_KEY'], files: ['.codex/auth.json'] },
    stateDirs: ['.codex', '$CODEX_HOME'],
  },
}

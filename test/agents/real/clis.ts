import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** The pinned agents: how each is pointed at the scripted model, and how it is run without wiggum. */

export const BIN = resolve('test/agents/node_modules/.bin')

export type CliName = 'claude' | 'codex' | 'gemini' | 'qwen' | 'opencode' | 'copilot' | 'pi'

export interface Cli {
  name: CliName
  /** What `wiggum run --agent` calls it. */
  agent: string
  env(url: string): Record<string, string>
  /** Files of its home that point it at the model. */
  home(url: string): Record<string, string>
  /** Arguments for one task without wiggum; the prompt comes last. */
  args: string[]
}

const MODEL = 'scripted-model'
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

export const clis: Record<CliName, Cli> = {
  claude: {
    name: 'claude',
    agent: 'claude',
    env: (url) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'test' }),
    home: () => ({}),
    args: ['--output-format', 'stream-json', '--verbose', '--permission-mode', 'acceptEdits', '-p'],
  },
  codex: {
    name: 'codex',
    agent: 'codex',
    env: () => ({ CODEX_SCRIPTED_KEY: 'test' }),
    home: (url) => ({ '.codex/config.toml': codexConfig(url) }),
    args: ['exec', '--json', '--sandbox', 'workspace-write', '--disable', 'plugins', '--skip-git-repo-check'],
  },
  gemini: {
    name: 'gemini',
    agent: 'acp:gemini',
    env: (url) => ({
      GEMINI_API_KEY: 'test',
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    }),
    // A named model, or it asks another one first which it should be.
    home: () => ({
      '.gemini/settings.json': json({ ...settings('gemini-api-key'), model: { name: 'gemini-2.5-pro' } }),
    }),
    args: ['-o', 'stream-json', '--approval-mode', 'yolo', '-p'],
  },
  qwen: {
    name: 'qwen',
    agent: 'acp:qwen',
    env: (url) => ({ OPENAI_API_KEY: 'test', OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: MODEL }),
    // Its terminal hangs up on a command that is about to end, and then it calls that command failed.
    home: () => ({
      '.qwen/settings.json': json({
        ...settings('openai'),
        tools: { shell: { enableInteractiveShell: false } },
      }),
    }),
    args: ['-o', 'stream-json', '--approval-mode', 'yolo', '-p'],
  },
  opencode: {
    name: 'opencode',
    agent: 'acp:opencode',
    env: () => ({}),
    home: (url) => ({ '.config/opencode/opencode.json': json(opencodeConfig(url)) }),
    args: ['run', '--format', 'json'],
  },
  copilot: {
    name: 'copilot',
    agent: 'acp:copilot',
    env: (url) => ({
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_API_KEY: 'test',
      COPILOT_MODEL: MODEL,
      COPILOT_AUTO_UPDATE: 'false',
    }),
    home: () => ({}),
    args: ['--allow-all-tools', '--output-format', 'json', '-p'],
  },
  pi: {
    name: 'pi',
    agent: 'pi',
    env: () => ({}),
    home: (url) => ({
      '.pi/agent/models.json': json(piModels(url)),
      '.pi/agent/settings.json': json({ defaultProvider: 'scripted', defaultModel: MODEL }),
    }),
    args: ['--mode', 'json'],
  },
}

function codexConfig(url: string): string {
  return [
    `model = "${MODEL}"`,
    'model_provider = "scripted"',
    '[model_providers.scripted]',
    'name = "scripted"',
    `base_url = "${url}/v1"`,
    'wire_api = "responses"',
    'env_key = "CODEX_SCRIPTED_KEY"',
    // Or it waits five seconds at each end for a host that is not there.
    '[analytics]',
    'enabled = false',
    '',
  ].join('\n')
}

function settings(selectedType: string) {
  const quiet = { telemetry: { enabled: false }, privacy: { usageStatisticsEnabled: false } }
  return { security: { auth: { selectedType } }, general: { disableAutoUpdate: true }, ...quiet }
}

function opencodeConfig(url: string) {
  const provider = {
    npm: '@ai-sdk/openai-compatible',
    name: 'scripted',
    options: { baseURL: `${url}/v1`, apiKey: 'test' },
    models: { [MODEL]: { name: MODEL, tool_call: true } },
  }
  return {
    provider: { scripted: provider },
    model: `scripted/${MODEL}`,
    autoupdate: false,
    share: 'disabled',
  }
}

function piModels(url: string) {
  const provider = {
    baseUrl: `${url}/v1`,
    api: 'openai-completions',
    apiKey: 'test',
    models: [{ id: MODEL, contextWindow: 200_000, maxTokens: 8_000 }],
  }
  return { providers: { scripted: provider } }
}

export function isInstalled(name: CliName): boolean {
  return existsSync(join(BIN, name))
}

export function furnish(home: string, files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), content)
  }
}

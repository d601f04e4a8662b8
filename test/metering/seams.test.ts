import { describe, expect, it } from 'vitest'
import { acpRows } from '../../src/agents/acp/rows.ts'
import { acpAgent } from '../../src/agents/acp.ts'
import { claude } from '../../src/agents/claude.ts'
import { codex } from '../../src/agents/codex.ts'
import { pi } from '../../src/agents/pi.ts'

const URL = 'http://127.0.0.1:1/token'

/** A world of the variables and files given, by their path. */
const world = (env: Record<string, string>, files: Record<string, string> = {}) => ({
  env: { HOME: '/home/me', ...env },
  read: (path: string) => files[path] ?? null,
})

describe('agents that take one variable', () => {
  it.each([
    ['claude', claude.meter, {}, 'https://api.anthropic.com', 'ANTHROPIC_BASE_URL'],
    ['claude', claude.meter, { ANTHROPIC_BASE_URL: 'https://gw/x' }, 'https://gw/x', 'ANTHROPIC_BASE_URL'],
    [
      'claude',
      claude.meter,
      { CLAUDE_CODE_USE_BEDROCK: '0' },
      'https://api.anthropic.com',
      'ANTHROPIC_BASE_URL',
    ],
    [
      'gemini',
      acpRows.gemini?.meter,
      { GEMINI_API_KEY: 'k' },
      'https://generativelanguage.googleapis.com',
      'GOOGLE_GEMINI_BASE_URL',
    ],
    [
      'qwen',
      acpRows.qwen?.meter,
      { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://q/v1' },
      'http://q/v1',
      'OPENAI_BASE_URL',
    ],
    [
      'copilot',
      acpRows.copilot?.meter,
      { COPILOT_PROVIDER_BASE_URL: 'http://c/v1' },
      'http://c/v1',
      'COPILOT_PROVIDER_BASE_URL',
    ],
  ])('%s is given its variable', (_name, meter, env, upstream, variable) => {
    const seam = meter?.(world(env))
    expect(seam?.upstreams).toEqual([upstream])
    expect(seam?.point([URL])).toEqual({ env: { [variable]: URL } })
  })

  it.each([
    ['claude on Bedrock', claude.meter, { CLAUDE_CODE_USE_BEDROCK: '1' }],
    ['claude with an address that is none', claude.meter, { ANTHROPIC_BASE_URL: 'unix:/x' }],
    ['gemini with an account', acpRows.gemini?.meter, {}],
    ['qwen with an account', acpRows.qwen?.meter, {}],
    ['copilot with GitHub’s models', acpRows.copilot?.meter, {}],
  ])('%s cannot be pointed', (_name, meter, env) => {
    expect(meter?.(world(env))).toBeNull()
  })
})

describe('codex', () => {
  const toml = '/home/me/.codex/config.toml'
  const login = '/home/me/.codex/auth.json'
  const pointed = (files: Record<string, string>, env: Record<string, string> = {}) => {
    const seam = codex.meter?.(world(env, files))
    return seam ? [seam.upstreams[0], seam.point([URL]).args?.[1]] : null
  }
  const builtIn = `openai_base_url="${URL}"`

  it('has a usual address that depends on the login', () => {
    expect(pointed({})).toEqual(['https://api.openai.com/v1', builtIn])
    const account = { [login]: '{"OPENAI_API_KEY":null,"tokens":{"access_token":"x"}}' }
    expect(pointed(account)).toEqual(['https://chatgpt.com/backend-api/codex', builtIn])
    expect(pointed(account, { CODEX_API_KEY: 'k' })).toEqual(['https://api.openai.com/v1', builtIn])
  })

  it('keeps a provider or an address of the user’s own', () => {
    const own =
      'model_provider = "mine" # ours\n[model_providers.mine]\nbase_url = "https://gw/v1"\n[other]\nbase_url="x"'
    expect(pointed({ [toml]: own })).toEqual(['https://gw/v1', `model_providers.mine.base_url="${URL}"`])
    expect(pointed({ [toml]: "openai_base_url = 'https://gw/v1'" })).toEqual(['https://gw/v1', builtIn])
    const elsewhere = { '/else/config.toml': 'openai_base_url = "https://gw/v1"' }
    expect(pointed(elsewhere, { CODEX_HOME: '/else' })).toEqual(['https://gw/v1', builtIn])
  })

  it.each([
    ['a provider without an address', 'model_provider = "ollama"'],
    ['a profile, which may name another provider', 'profile = "work"'],
    ['an address that is none', 'openai_base_url = "nowhere"'],
  ])('cannot be pointed with %s', (_what, text) => {
    expect(pointed({ [toml]: text })).toBeNull()
  })
})

describe('opencode', () => {
  const file = '/home/me/.config/opencode/opencode.json'
  const meter = acpRows.opencode!.meter!

  it('gets every provider’s address in one variable, with what the user has there', () => {
    const config = { provider: { mine: { options: { baseURL: 'https://gw/v1', apiKey: 'k' } }, other: {} } }
    const env = {
      ANTHROPIC_API_KEY: 'k',
      OPENCODE_CONFIG_CONTENT: '{"theme":"x","provider":{"mine":{"a":1}}}',
    }
    const seam = meter(world(env, { [file]: JSON.stringify(config) }))!
    expect(seam.upstreams).toEqual(['https://api.anthropic.com/v1', 'https://gw/v1'])
    const { env: changed } = seam.point(['http://1', 'http://2'])
    expect(JSON.parse(changed!.OPENCODE_CONFIG_CONTENT!)).toEqual({
      theme: 'x',
      provider: {
        anthropic: { options: { baseURL: 'http://1' } },
        mine: { a: 1, options: { baseURL: 'http://2' } },
      },
    })
  })

  it('cannot be pointed if no provider is known', () => {
    expect(meter(world({}))).toBeNull()
    expect(meter(world({}, { [file]: 'no JSON' }))).toBeNull()
  })
})

it('pi gets an extension and the addresses of its own and the user’s providers', () => {
  const models = {
    providers: {
      mine: { baseUrl: 'https://gw/v1' },
      bad: { baseUrl: 'x' },
      openai: { baseUrl: 'https://o' },
    },
  }
  const seam = pi.meter!(world({}, { '/home/me/.pi/agent/models.json': JSON.stringify(models) }))!
  expect(seam.upstreams).toContain('https://gw/v1')
  expect(seam.upstreams).toContain('https://o')
  expect(seam.upstreams).not.toContain('x')
  const { args, env } = seam.point(seam.upstreams.map((_, at) => `http://${at}`))
  expect(args?.[0]).toBe('--extension')
  const addresses = JSON.parse(env!.WIGGUM_PI_ADDRESSES!)
  expect(addresses.mine).toBe(`http://${seam.upstreams.indexOf('https://gw/v1')}`)
})

it('an ACP agent of the user’s own is pointed by the variable that the configuration names, if it is set', () => {
  const modes = { maker: null, reviewer: null }
  const own = { command: ['mine'], env: [], model_option: null, modes, base_url_env: 'MY_URL' }
  const agent = acpAgent('mine', { mine: own })!
  expect(agent.envNames).toContain('MY_URL')
  const seam = agent.meter?.(world({ MY_URL: 'http://m/v1' }))
  expect(seam?.upstreams).toEqual(['http://m/v1'])
  expect(seam?.point([URL])).toEqual({ env: { MY_URL: URL } })
  expect(agent.meter?.(world({}))).toBeNull()
  expect(acpAgent('other', { other: { ...own, base_url_env: '' } })?.meter).toBeUndefined()
})

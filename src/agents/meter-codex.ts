import { join } from 'node:path'
import { asObject, asText, parseObject } from './json-value.ts'
import { isWeb, type MeterHook, type MeterWorld } from './meter-seams.ts'

const WITH_KEY = 'https://api.openai.com/v1'
const WITH_ACCOUNT = 'https://chatgpt.com/backend-api/codex'

/**
 * Codex takes addresses from its configuration alone. A provider of the user's own is changed in place; the built-in one
 * has a key for it, and its usual address depends on how the user logged in.
 */
export const meterCodex: MeterHook = (world) => {
  const home = world.env.CODEX_HOME || join(world.env.HOME ?? '', '.codex')
  const config = readToml(world.read(join(home, 'config.toml')) ?? '')
  // A profile may name another provider.
  if (config.has('profile')) return null
  const provider = config.get('model_provider') ?? 'openai'
  const key = provider === 'openai' ? 'openai_base_url' : `model_providers.${provider}.base_url`
  const address = config.get(key) ?? (provider === 'openai' ? usual(world, home) : null)
  if (address === null || !isWeb(address) || !/^[\w.-]+$/.test(key)) return null
  return { upstreams: [address], point: ([url = '']) => ({ args: ['-c', `${key}="${url}"`] }) }
}

function usual({ env, read }: MeterWorld, home: string): string {
  if (env.CODEX_API_KEY) return WITH_KEY
  const login = parseObject(read(join(home, 'auth.json')) ?? '')
  const hasAccount = asObject(login?.tokens) !== null && asText(login?.OPENAI_API_KEY) === null
  return hasAccount ? WITH_ACCOUNT : WITH_KEY
}

/** The plain text values of a TOML file, by their whole name. What is written in another way is not seen. */
function readToml(text: string): Map<string, string> {
  const values = new Map<string, string>()
  let table = ''
  for (const line of text.split('\n')) {
    const header = /^\s*\[\s*([\w.-]+)\s*\]\s*(?:#.*)?$/.exec(line)
    if (header) table = `${header[1]}.`
    const [, name, value] = /^\s*([\w.-]+)\s*=\s*["']([^"']*)["']\s*(?:#.*)?$/.exec(line) ?? []
    if (name !== undefined && value !== undefined) values.set(`${table}${name}`, value)
  }
  return values
}

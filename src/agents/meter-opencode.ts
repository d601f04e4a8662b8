import { join } from 'node:path'
import { asObject, asText, type JsonObject, parseObject } from './json-value.ts'
import { isWeb, type MeterHook } from './meter-seams.ts'

/** Providers that opencode knows the address of by itself, and the variable that logs in to each. */
const KNOWN: Record<string, { upstream: string; key: string }> = {
  anthropic: { upstream: 'https://api.anthropic.com/v1', key: 'ANTHROPIC_API_KEY' },
  openai: { upstream: 'https://api.openai.com/v1', key: 'OPENAI_API_KEY' },
}

/** opencode takes a piece of configuration from a variable, on top of its files. */
export const meterOpencode: MeterHook = ({ env, read }) => {
  const folder = join(env.XDG_CONFIG_HOME || join(env.HOME ?? '', '.config'), 'opencode')
  const file = parseObject(read(env.OPENCODE_CONFIG || join(folder, 'opencode.json')) ?? '')
  const given = parseObject(env.OPENCODE_CONFIG_CONTENT ?? '')
  const providers = { ...known(env), ...addresses(file), ...addresses(given) }
  const names = Object.keys(providers)
  if (names.length === 0) return null
  return {
    upstreams: names.map((name) => providers[name]!),
    point: (urls) => {
      const own = asObject(given?.provider) ?? {}
      const changed = names.map((name, at) => [name, withAddress(asObject(own[name]), urls[at] ?? '')])
      const content = { ...given, provider: { ...own, ...Object.fromEntries(changed) } }
      return { env: { OPENCODE_CONFIG_CONTENT: JSON.stringify(content) } }
    },
  }
}

function known(env: Readonly<Record<string, string>>): Record<string, string> {
  const rows = Object.entries(KNOWN).filter(([, { key }]) => env[key])
  return Object.fromEntries(rows.map(([name, { upstream }]) => [name, upstream]))
}

function addresses(config: JsonObject | null): Record<string, string> {
  const rows = Object.entries(asObject(config?.provider) ?? {}).flatMap(([name, provider]) => {
    const address = asText(asObject(asObject(provider)?.options)?.baseURL)
    return address !== null && isWeb(address) ? [[name, address] as const] : []
  })
  return Object.fromEntries(rows)
}

function withAddress(provider: JsonObject | null, url: string): JsonObject {
  return { ...provider, options: { ...asObject(provider?.options), baseURL: url } }
}

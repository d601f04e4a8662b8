import { dirname, join } from 'node:path'
import { asObject, asText, parseObject } from './json-value.ts'
import { isWeb, type MeterHook } from './meter-seams.ts'
import { ownFile } from './own-file.ts'

/** The addresses that pi knows by itself; those of other providers are in the user's `models.json`. */
const KNOWN = {
  anthropic: 'https://api.anthropic.com',
  openai: 'https://api.openai.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
}

const EXTENSION = 'pi-meter.js'

/** pi changes a provider's address only for an extension, so it is given a small one of ours. */
export const meterPi: MeterHook = ({ env, read }) => {
  const extension = ownFile(EXTENSION)
  if (extension === null) return null
  const home = env.PI_CODING_AGENT_DIR || join(env.HOME ?? '', '.pi', 'agent')
  const own = asObject(parseObject(read(join(home, 'models.json')) ?? '')?.providers) ?? {}
  const addresses: Record<string, string> = { ...KNOWN }
  for (const [name, provider] of Object.entries(own)) {
    const address = asText(asObject(provider)?.baseUrl)
    if (address !== null && isWeb(address)) addresses[name] = address
  }
  const names = Object.keys(addresses)
  return {
    upstreams: Object.values(addresses),
    point: (urls) => {
      const changed = Object.fromEntries(names.map((name, at) => [name, urls[at] ?? '']))
      const env = { WIGGUM_PI_ADDRESSES: JSON.stringify(changed) }
      return { args: ['--extension', extension], env, reads: [dirname(extension)] }
    },
  }
}

import { asText, parseObject } from './json-value.ts'

interface Pi {
  registerProvider(name: string, change: { baseUrl: string }): void
}

/** Loaded by pi itself: gives the providers it knows another address. */
export default function extension(pi: Pi): void {
  const addresses = parseObject(process.env.WIGGUM_PI_ADDRESSES ?? '') ?? {}
  for (const [name, url] of Object.entries(addresses)) {
    const baseUrl = asText(url)
    if (baseUrl !== null) pi.registerProvider(name, { baseUrl })
  }
}

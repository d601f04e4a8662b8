import { createHmac } from 'node:crypto'

export interface Signed {
  id: string
  /** Seconds since 1970. */
  timestamp: number
  body: string
}

/** Headers after the Standard Webhooks specification; without a secret there is no signature. */
export function webhookHeaders(signed: Signed, secret: string | null): Record<string, string> {
  const { id, timestamp, body } = signed
  const headers = { 'webhook-id': id, 'webhook-timestamp': String(timestamp) }
  if (secret === null) return headers
  const mac = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { ...headers, 'webhook-signature': `v1,${mac}` }
}

/** `whsec_` and base64 is how the specification writes a key; anything else is the key itself. */
function keyOf(secret: string): Buffer {
  const [, encoded] = /^whsec_(.+)$/.exec(secret) ?? []
  return encoded === undefined ? Buffer.from(secret) : Buffer.from(encoded, 'base64')
}

/** Reads foreign JSON without trusting its shape. */

export type Json = Record<string, unknown>

export function object(value: unknown): Json {
  // Checked to be an object that is no list, which is all that a record of unknowns says.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** All strings within, joined: enough to see what a message says, whatever its shape. */
export function allText(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(allText).join('\n')
  return typeof value === 'object' && value !== null ? Object.values(value).map(allText).join('\n') : ''
}

export function sse(event: string | null, data: unknown): string {
  return `${event ? `event: ${event}\n` : ''}data: ${JSON.stringify(data)}\n\n`
}

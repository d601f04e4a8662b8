/** The same plain data with every text in it changed by `hide`: what has the shape of a secret reaches no report. */
export function hideFacts<T>(value: T, hide: (text: string) => string): T {
  return hidden(value, hide) as T
}

function hidden(value: unknown, hide: (text: string) => string): unknown {
  if (typeof value === 'string') return hide(value)
  if (Array.isArray(value)) return value.map((each) => hidden(each, hide))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, hidden(each, hide)]))
}

/** Where it leads, or what is wrong with that. Never from https to what anybody can read. */
export function redirectTarget(location: string | null, from: URL): URL | string {
  if (location === null || !URL.canParse(location, from.href)) return 'redirects to nowhere'
  const next = new URL(location, from.href)
  if (next.protocol === 'https:' || next.protocol === from.protocol) return next
  return `redirects from ${from.protocol.slice(0, -1)} to ${next.protocol.slice(0, -1)}`
}

/** ISO arithmetic without a clock: core may not read one, and needs none to add. */
export function addSeconds(iso: string, seconds: number): string {
  // biome-ignore lint/style/noRestrictedGlobals: parses a given instant, reads no clock
  return new Date(Date.parse(iso) + seconds * 1000).toISOString()
}

export function secondsBetween(from: string, to: string): number {
  // biome-ignore lint/style/noRestrictedGlobals: parses given instants, reads no clock
  return (Date.parse(to) - Date.parse(from)) / 1000
}

/** Nothing where one of them is no instant. A clock that was set back has measured nothing either. */
export function msBetween(from: string | null | undefined, to: string | null | undefined): number {
  const ms = Math.round(secondsBetween(from ?? '', to ?? '') * 1000)
  return Number.isFinite(ms) ? Math.max(0, ms) : 0
}

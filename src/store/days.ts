const DAY_MS = 86_400_000

/** In UTC, like every instant in the log. */
export function dayOf(timestamp: string): string {
  return timestamp.slice(0, 10)
}

/** Whole days from one instant's day to another's. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(dayOf(to)) - Date.parse(dayOf(from))) / DAY_MS
}

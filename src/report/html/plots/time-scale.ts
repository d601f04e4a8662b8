/** Where an instant lies between the left edge, 0, and the right one, 1. */
export interface TimeScale {
  at(ms: number): number
  /** Long stretches in which nobody worked, which are drawn short. */
  breaks: { at: number; ms: number }[]
  ticks: { at: number; ms: number }[]
}

interface Stretch {
  start_ms: number
  end_ms: number
}

/** A break takes this much of the width, however long it was. */
const BREAK_WIDTH = 0.03
/** What is shorter, or a smaller part of the work, is drawn as it was. */
const MIN_BREAK_MS = 20_000
const MIN_BREAK_SHARE = 0.35
const MAX_BREAKS = 6

/** Time as it passed, but for long stretches without work: a night's wait for an answer would leave no room for the run. */
export function timeScale(busy: Stretch[], total_ms: number): TimeScale {
  const all = Math.max(1, total_ms)
  const idle = idleBetween(busy, all)
  const worked = all - idle.reduce((sum, each) => sum + each.end_ms - each.start_ms, 0)
  const long = idle
    .filter(({ start_ms, end_ms }) => end_ms - start_ms > Math.max(MIN_BREAK_MS, worked * MIN_BREAK_SHARE))
    .sort((a, b) => b.end_ms - b.start_ms - (a.end_ms - a.start_ms))
    .slice(0, MAX_BREAKS)
    .sort((a, b) => a.start_ms - b.start_ms)
  const cut = long.reduce((sum, { start_ms, end_ms }) => sum + end_ms - start_ms, 0)
  const perMs = (1 - long.length * BREAK_WIDTH) / Math.max(1, all - cut)
  const at = (ms: number): number => {
    const bound = Math.min(all, Math.max(0, ms))
    const squeezed = long.reduce((sum, gap) => sum + lostIn(gap, bound, perMs), 0)
    return Math.min(1, Math.max(0, bound * perMs + squeezed))
  }
  const breaks = long.map(({ start_ms, end_ms }) => ({
    at: at((start_ms + end_ms) / 2),
    ms: end_ms - start_ms,
  }))
  return { at, breaks, ticks: ticksOf(at, all) }
}

/** How far a break moves what comes after it: it takes its fixed width instead of its time. */
function lostIn({ start_ms, end_ms }: Stretch, ms: number, perMs: number): number {
  if (ms <= start_ms) return 0
  const share = Math.min(1, (ms - start_ms) / (end_ms - start_ms))
  return share * (BREAK_WIDTH - (end_ms - start_ms) * perMs)
}

function idleBetween(busy: Stretch[], total: number): Stretch[] {
  const gaps: Stretch[] = []
  let free = 0
  for (const { start_ms, end_ms } of busy.toSorted((a, b) => a.start_ms - b.start_ms)) {
    if (start_ms > free) gaps.push({ start_ms: free, end_ms: start_ms })
    free = Math.max(free, end_ms)
  }
  return free < total ? [...gaps, { start_ms: free, end_ms: total }] : gaps
}

function ticksOf(at: (ms: number) => number, total: number): TimeScale['ticks'] {
  return [0, total / 2, total].map((ms) => ({ at: at(ms), ms }))
}

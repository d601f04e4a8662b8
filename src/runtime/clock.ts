export interface Clock {
  /** Wall time in milliseconds. It goes on while the machine sleeps, and may jump. */
  now(): number
  /** Never goes back; for measuring. */
  monotonic(): number
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
}

interface Limits {
  idleMs: number | null
  wallMs: number | null
}

export interface LimitWatch {
  tick(nowMs: number, lastOutputMs: number): 'ok' | 'idle' | 'wall'
  readonly sleptMs: number
}

/** The longest time between two ticks on a machine that is awake. */
export const TICK_MS = 1000
/** A tick this late was not a busy machine but a sleeping one. */
const SLEEP_JUMP_MS = 5000

/** Counts awake time against the limits: a closed lid is neither silence nor work. */
export function createLimitWatch(limits: Limits, now: number): LimitWatch {
  let last = now
  let lastOutput = now
  let awakeMs = 0
  let idleMs = 0
  let sleptMs = 0

  const awakeSince = (nowMs: number) => {
    // A clock that was set back measures nothing; the next tick counts from where it is now.
    const passed = Math.max(0, nowMs - last)
    last = nowMs
    if (passed - TICK_MS <= SLEEP_JUMP_MS) return passed
    sleptMs += passed - TICK_MS
    return TICK_MS
  }

  return {
    tick(nowMs, lastOutputMs) {
      const awake = awakeSince(nowMs)
      awakeMs += awake
      const spoke = lastOutputMs !== lastOutput
      lastOutput = lastOutputMs
      idleMs = spoke ? Math.min(awake, Math.max(0, nowMs - lastOutputMs)) : idleMs + awake
      if (limits.wallMs !== null && awakeMs >= limits.wallMs) return 'wall'
      if (limits.idleMs !== null && idleMs >= limits.idleMs) return 'idle'
      return 'ok'
    },
    get sleptMs() {
      return sleptMs
    },
  }
}

/** The signals that stop a run cleanly, and the exit code of each. */
export const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/** `wiggum stop` is no signal; it ends the run as Ctrl-C would. */
export function exitAfter(signal: string): number {
  return Object.hasOwn(SIGNALS, signal) ? SIGNALS[signal as keyof typeof SIGNALS] : SIGNALS.SIGINT
}

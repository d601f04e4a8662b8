/** The signals that stop a run cleanly, and the exit code of each. */
export const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/** Tells of each of them from now on; what comes back ends that. */
export function onSignals(tell: (signal: string) => void): () => void {
  const offs = Object.keys(SIGNALS).map((signal) => {
    const heard = () => tell(signal)
    process.on(signal, heard)
    return () => process.off(signal, heard)
  })
  return () => {
    for (const off of offs) off()
  }
}

/** `wiggum stop` is no signal; it ends the run as Ctrl-C would. */
export function exitAfter(signal: string): number {
  return Object.hasOwn(SIGNALS, signal) ? SIGNALS[signal as keyof typeof SIGNALS] : SIGNALS.SIGINT
}

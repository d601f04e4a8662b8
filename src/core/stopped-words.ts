/** What ended a run before its end: a person's `wiggum stop`, or a signal. */
export function stoppedWords(signal: string): string {
  return signal === 'stop' ? 'stopped on request' : `stopped by ${signal}`
}

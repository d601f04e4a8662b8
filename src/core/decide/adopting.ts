import type { Rule } from './strategy.ts'

/** A run that starts from another one's artifacts takes those over first; then every rule finds what it needs. */
export const adopt: Rule = ({ start, state }) =>
  start.adopts && !state.adopted ? [{ do: 'adopt', key: 'adopt' }] : null

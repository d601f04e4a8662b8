/** Phrases in a task that ask for a single pass. Matched whole, in any case, however they are spaced. */
export const suppressionPhrases = [
  'quick solution',
  'rough pass',
  'first pass',
  'simple sketch',
  'just a draft',
  'quick fix',
  'rough draft',
] as const

/** Variables that ask for it too: ours, and the names under which others know them. */
export const suppressionVariables = [
  'WIGGUM_QUICK_MODE',
  'WIGGUM_DISABLE_LOOP',
  'JARVIS_QUICK_MODE',
  'JARVIS_DISABLE_AC02',
] as const

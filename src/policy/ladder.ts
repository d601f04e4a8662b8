/** One ladder for every signal, by how often it was seen in the run. */
export const ladder = {
  rungs: ['correct', 'replace', 'ask'],
  /** So many different shadows in one cycle are a question to the user. */
  differentShadows: 3,
} as const

/** What is remembered across runs, and how much of it. */
export const memoryLimits = {
  /** Met in so many runs, a finding is a lesson. */
  recursFrom: 2,
  /** What a lesson says: as it is kept, and as it goes into a prompt. */
  text: 500,
  shownText: 300,
  wordings: 6,
  files: 20,
  /** Met in more files than this, it is bound to none of them. */
  boundFiles: 3,
  /** Runs that a lesson names, newest last. */
  runs: 50,
  /** Runs that the memory has counted. */
  counted: 500,
  seen: 300,
  active: 200,
  archived: 300,
  /** Repeated in so many runs that were told: its words are changed; it is removed. */
  rewordAt: 2,
  removeAt: 3,
} as const

/** Category → the role that alone can mend it. */
export const roleBound: Record<string, string> = {
  design: 'creator',
  scalability: 'creator',
  testing: 'maker',
}

/** Who gets a lesson that names no role: whoever makes. Reviewers are told nothing but what is meant for them. */
export const makers = ['creator', 'maker']

/** Strategy → who plays in it; where none is named, everybody may. */
export const rolesInStrategy: Record<string, string[]> = {
  pipeline: ['creator', 'maker', 'guardian', 'skeptic', 'sage'],
  loop: ['maker', 'sage'],
  live: ['maker', 'sage'],
}

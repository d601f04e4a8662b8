/** Numbers that decide something and that a user may one day override. */
export const thresholds = {
  /** From here on two descriptions are the same issue (`similarity` in core/findings.ts). */
  findingSimilarity: 0.56,
  /** Above it a run converges; from `stalling` up to and with it, it stalls; below, it diverges. */
  converging: 0.8,
  stalling: 0.5,
  /** Up to so many words a task is short. */
  shortTaskWords: 12,
  /** A3: below this, a plan's confidence on an axis has consequences. */
  confidence: 0.5,
  /** A1: this many CRITICAL from the Guardian make a fast run standard. */
  escalationCriticals: 2,
  /** An open breaker to which nobody says anything may try a pass after so long. */
  breakerCooldownMinutes: 30,
} as const

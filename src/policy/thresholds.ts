/** Numbers that decide something and that a user may one day override. */
export const thresholds = {
  /** From here on two descriptions are the same issue (`similarity` in core/findings.ts). */
  findingSimilarity: 0.54,
} as const

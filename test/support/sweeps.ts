/** Set by `npm run test:sweeps`: what the deep tier takes samples of is then tried in full. */
export const SWEEPS = process.env.WIGGUM_TEST_SWEEPS === '1'

/** Of so many places every so many-th, beginning with the first; all of them in the sweeps. */
export function sampleOf<T>(all: readonly T[], every: number): T[] {
  return all.filter((_, index) => SWEEPS || index % every === 0)
}

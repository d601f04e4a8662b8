import type { PathChange } from './tampering/finding.ts'

/**
 * Red before green: the change's own tests, laid over the base, should fail there. Null if the change brings no test;
 * a deleted one proves nothing.
 */
export function planProof(
  changes: PathChange[],
  isTest: (path: string) => boolean,
): { path: string }[] | null {
  const brought = changes.filter(({ path, change }) => change !== 'deleted' && isTest(path))
  return brought.length === 0 ? null : brought.map(({ path }) => ({ path }))
}

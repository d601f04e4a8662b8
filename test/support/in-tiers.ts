import type { TestOptions } from 'vitest'

/**
 * Of many cases that take the same way through the product, npm test runs every so many and the deep tier the others:
 * `for (const [cases, options] of inTiers(all, 4)) test.each(cases)('…', options, …)`.
 */
export function inTiers<T>(all: readonly T[], every: number): [T[], TestOptions][] {
  const isShown = (_: T, index: number) => index % every === 0
  return [
    [all.filter(isShown), {}],
    [all.filter((each, index) => !isShown(each, index)), { tags: ['deep'] }],
  ]
}

import type { Bounded } from './facts.ts'

/** Keeps how it began and how it ended; of what lies between, how many there were. */
export interface Keeper<T> {
  push(item: T): void
  /** The newest that fits, among those that are kept. */
  findLast(fits: (item: T) => boolean): T | undefined
  result(): Bounded<T>
}

export function keeper<T>(first: number, last: number): Keeper<T> {
  const head: T[] = []
  // Twice as long as it is shown, so that it is cut once in a while and not for every item.
  let tail: T[] = []
  let dropped = 0
  const cut = () => {
    dropped += Math.max(0, tail.length - last)
    tail = tail.slice(-last)
  }
  return {
    push(item) {
      if (head.length < first) head.push(item)
      else if (tail.push(item) >= 2 * last) cut()
    },
    findLast: (fits) => tail.findLast(fits) ?? head.findLast(fits),
    result() {
      cut()
      return { items: [...head, ...tail], left_out: dropped, gap_after: head.length }
    },
  }
}

export function bounded<T>(all: T[], first: number, last: number): Bounded<T> {
  const keep = keeper<T>(first, last)
  for (const item of all) keep.push(item)
  return keep.result()
}

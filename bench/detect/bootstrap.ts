/** A seeded source of numbers between 0 and 1, the same everywhere. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const TIMES = 300
const SEED = 20250215

/** 95 % intervals of several figures at once, drawing instances, since runs of one instance are alike. */
export function intervals<T>(
  items: readonly T[],
  instanceOf: (item: T) => string,
  figures: (items: T[]) => Record<string, number>,
): Record<string, [number, number]> {
  const byInstance = new Map<string, T[]>()
  for (const item of items)
    byInstance.set(instanceOf(item), [...(byInstance.get(instanceOf(item)) ?? []), item])
  const groups = [...byInstance.values()]
  const random = randomFrom(SEED)
  const drawn = new Map<string, number[]>()
  for (let time = 0; time < TIMES; time++) {
    const sample = groups.flatMap(() => groups[Math.floor(random() * groups.length)]!)
    for (const [name, value] of Object.entries(figures(sample))) {
      if (Number.isFinite(value)) drawn.set(name, [...(drawn.get(name) ?? []), value])
    }
  }
  return Object.fromEntries([...drawn].map(([name, values]) => [name, middle(values)]))
}

function middle(values: number[]): [number, number] {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]!
  return [at(0.025), at(0.975)]
}

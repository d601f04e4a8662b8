/** Rounds end early after this long: on a slow machine fewer of them have to do. */
const MAX_MS = 50_000

/** Runs two things in turns, so that a busy machine is busy for both, and gives the median of each in milliseconds. */
export async function compare(rounds, ours, baseline) {
  const until = performance.now() + MAX_MS
  const times = { ours: [], baseline: [] }
  const sides = [
    ['ours', ours],
    ['baseline', baseline],
  ]
  const warmUp = warmUpOf(rounds)
  for (let round = 0; round < rounds + warmUp && isTime(round - warmUp, until); round++) {
    for (const [side, work] of round % 2 === 0 ? sides : sides.toReversed()) {
      const ms = await timed(() => work(round))
      if (round >= warmUp) times[side].push(ms)
    }
  }
  return { ours: median(times.ours), baseline: median(times.baseline) }
}

/** So many rounds more come first and do not count: caches and the compiler are cold. */
export function warmUpOf(rounds) {
  return Math.ceil(rounds / 10)
}

/** The same for more than two: medians by name. What a work needs is prepared before its clock starts. */
export async function inTurns(rounds, works) {
  const until = performance.now() + MAX_MS
  const times = Object.fromEntries(Object.keys(works).map((name) => [name, []]))
  for (let round = 0; round < rounds && isTime(round, until); round++) {
    for (const [name, given] of Object.entries(works)) {
      const { prepare, work } = typeof given === 'function' ? { work: given } : given
      await prepare?.(round)
      times[name].push(await timed(() => work(round)))
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]))
}

/** One round that counts is the least. */
function isTime(counted, until) {
  return counted < 1 || performance.now() < until
}

async function timed(work) {
  const from = performance.now()
  await work()
  return performance.now() - from
}

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

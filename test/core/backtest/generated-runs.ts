import { defaultConfig } from '../../../src/config/load.ts'
import type { WiggumEvent } from '../../../src/core/events.ts'
import { missing, run } from '../loop-play.ts'
import { BASE, type Script } from '../simulate.ts'

/** Loops as they come: some get there, some never do, some cost nobody knows what. The same number gives the same run. */
export function generatedRun(seed: number): WiggumEvent[] {
  const random = numbers(seed)
  const upTo = (most: number) => Math.floor(random() * most)
  const maxPasses = 3 + upTo(4)
  const greenFrom = random() < 0.5 ? 1 + upTo(maxPasses + 2) : Number.POSITIVE_INFINITY
  const errors = 'abc'.slice(0, 1 + upTo(3))
  const idle = random() < 0.3
  const script: Script & { loop: object } = {
    loop: { max_passes: maxPasses, suppressed: null, accept: random() < 0.1 },
    heads: Array.from({ length: 14 }, (_, at) => (idle && random() < 0.6 ? BASE : headOf(at))),
    green: (kind, nth) => (kind === 'merged' ? nth >= greenFrom : !['proof', 'can-fail'].includes(kind)),
    tails: Array.from({ length: 14 }, () => missing(errors[upTo(errors.length)]!)),
    agent: (role) => (role === 'maker' && random() < 0.7 ? { status: 'DONE_WITH_CONCERNS' } : undefined),
    cost: () => (random() < 0.1 ? null : 0.01 + upTo(30) / 100),
    takesMs: () => 1000 * upTo(400),
    denials: () => (random() < 0.15 ? ['Bash'] : []),
    start: { policy: policyFor(random, upTo), options: optionsFor(random) },
    ...(random() < 0.6
      ? { answers: { stagnation: random() < 0.7 ? 'continue' : 'abort', passes: 'no' } }
      : {}),
  }
  return run(script).events
}

function policyFor(random: () => number, upTo: (most: number) => number) {
  const policy = defaultConfig()
  policy.stagnation.threshold = 2 + upTo(4)
  policy.stagnation.action = (['pause', 'pause', 'alert', 'abort'] as const)[upTo(4)]!
  policy.budget.usd = random() < 0.3 ? 1 + upTo(4) : null
  return policy
}

function optionsFor(random: () => number) {
  return { merge: true, yes: random() < 0.2, allow: [], dry_run: false }
}

function headOf(at: number): string {
  return 'acdef1234567890'[at]!.repeat(40)
}

/** Mulberry32: small, and the same everywhere. */
function numbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

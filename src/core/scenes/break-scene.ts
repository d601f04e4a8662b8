import { type BreakScene, CALM } from '../../detectors/break-scene.ts'
import { type Convergence, oscillating } from '../convergence.ts'
import type { Finding } from '../events.ts'
import { dedupe } from '../findings.ts'
import { stepName } from '../identity.ts'
import { identityOf } from '../kin.ts'
import type { Review, RunState } from '../state.ts'
import { hooksRun } from '../verification.ts'

/** A run between its steps: what failed, and what was seen in this cycle. */
export function breakScene(state: RunState): BreakScene {
  const signals = state.signals.filter(({ cycle }) => cycle === state.cycle)
  return {
    ...CALM,
    agentFailures: state.failedCalls.map(({ step, cause, message }) => ({
      what: step,
      why: `${cause}: ${message}`,
    })),
    shadows: signals.map(({ shadow, step, triggers }) => ({
      shadow,
      evidence: `${step ?? 'the run'}, ${triggers.flatMap(({ evidence }) => evidence).join('; ')}`,
    })),
    afterMerge: state.merged
      ? (hooksRun(state, { point: 'post-merge', commit: state.merged.commit }) ?? null)
      : null,
  }
}

/** The same at the end of a cycle, with what stands then. */
export function cycleScene(
  state: RunState,
  present: { standing: Finding[]; convergence: Convergence | null },
): BreakScene {
  const { history } = state
  const swinging = oscillating(
    history.map((each) => each.findings),
    present.standing,
  )
  return {
    ...breakScene(state),
    oscillating: swinging.map(({ file, description }) => `${file}: ${description}`),
    convergence: [
      ...history.flatMap(({ convergence }) => asScene(convergence)),
      ...asScene(present.convergence),
    ],
    counted: countedOf(state),
  }
}

type Compared = BreakScene['convergence'][number]

function asScene(told: Convergence | RunState['history'][number]['convergence']): Compared[] {
  if (!told) return []
  const { new: fresh, resolved, persistent, regressed } = 'counts' in told ? told.counts : told
  return [{ score: told.score, counts: { new: fresh, resolved, persistent, regressed } }]
}

/** Like with like: a reviewer that was asked in one of the two cycles only would make the count rise by itself. */
function countedOf(state: RunState): BreakScene['counted'] {
  const { cycle } = state
  if (cycle < 2) return null
  const [before, now] = [reviewsOf(state, cycle - 1), reviewsOf(state, cycle)]
  // Sorted: who ended first must not matter.
  const common = [...now.keys()].filter((asked) => before.has(asked)).sort()
  const count = (reviews: Map<string, Review>) =>
    dedupe(common.flatMap((asked) => reviews.get(asked)!.effective).filter(isCounted)).length
  const reviewers = [...new Set(common.map((asked) => now.get(asked)!.role))]
  return { before: count(before), now: count(now), reviewers }
}

/** By what they were asked as; the second asking replaces the first. */
function reviewsOf(state: RunState, cycle: number): Map<string, Review> {
  const found = new Map<string, Review>()
  for (const review of Object.values(state.reviews)) {
    const identity = identityOf(state, review.step)
    if (identity?.cycle !== cycle || identity.phase !== 'check') continue
    const asked = stepName({ ...identity, cycle: 0, again: false })
    if (identity.again || !found.has(asked)) found.set(asked, review)
  }
  return found
}

function isCounted({ severity }: Finding): boolean {
  return severity !== 'INFO'
}

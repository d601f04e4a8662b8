import { verifiedEstimate } from '../trace/false-completion.ts'
import type { Estimate, Verified } from '../trace/watch.ts'
import type { RunState } from './state.ts'
import { tamperingOf } from './tampering.ts'
import { verificationOf } from './verification.ts'

/** How likely it is that the work is not finished although it was said to be: by the trace alone, and with what was verified. */
export interface CompletionRisk {
  trace: Estimate
  verified: Estimate | null
}

/** `null`: no call of the Maker's has said anything, or the log does not have it. */
export function completionRisk(state: RunState): CompletionRisk | null {
  const call = Object.values(state.steps).findLast(({ role, outlook }) => role === 'maker' && outlook)
  if (!call?.outlook) return null
  const { false_completion: probability, reasons, calibrated } = call.outlook
  const trace = { probability, reasons, calibrated }
  const verified = verifiedOf(state)
  return { trace, verified: verified && verifiedEstimate(trace, verified) }
}

/** What the supervisor saw itself of the present merge; `null`: it has not checked it. */
function verifiedOf(state: RunState): Verified | null {
  const { merge, drifts } = state
  const checks = verificationOf(state, 'merged')
  if (!merge || !checks?.ran) return null
  const proof = verificationOf(state, 'proof')
  return {
    checks: checks.green ? 'green' : 'red',
    // Run on the old code: red there is what proves it.
    proof: proof?.ran ? checks.green && !proof.green : null,
    onTask: state.surveys[merge.head] ? !drifts.some(({ head }) => head === merge.head) : null,
    weakened: tamperingOf(state, merge.head).asks.some(({ category }) => category === 'testing'),
  }
}

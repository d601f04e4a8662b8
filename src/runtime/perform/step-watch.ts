import type { AgentFailure } from '../../agents/agent.ts'
import { cleanText } from '../../contracts/clean-text.ts'
import { shownAgent } from '../../core/chains.ts'
import type { AgentCall } from '../../core/commands.ts'
import type { Outlook } from '../../core/events.ts'
import { priorOf } from '../../core/task-prior.ts'
import type { Step } from '../../steps/step.ts'
import { calibrationOf } from '../../trace/calibration-of.ts'
import { createWatch } from '../../trace/create-watch.ts'
import type { Detection, Watch } from '../../trace/watch.ts'
import { type RunContext, record } from '../context.ts'
import type { BestWork } from './best-work.ts'
import { budgetShare } from './budget-share.ts'

/** Watches what an agent does while it does it, and ends the call where that leads nowhere. */
export interface StepWatch {
  /** How much of its budget the call had used by then. */
  take(step: Step): number | null
  signal: AbortSignal
  /** It gave its result, or has ended: what it did is still looked at, and nothing is done about it. */
  over(): void
  /** How likely it is that the work is not finished, by what was seen; `null`: nothing was. */
  outlook(): Outlook | null
  /** Why the call was ended; `null` if it was not, or not by this. */
  failure(): AgentFailure | null
}

const MAX_EVIDENCE = 500

export function watchSteps(context: RunContext, call: AgentCall, work: BestWork): StepWatch {
  const stuck = new AbortController()
  const shareNow = budgetShare(context, call)
  const { task, domain } = context.state.start!
  const agent = shownAgent(call.agent)
  const watch = createWatch({
    agent,
    task,
    research: domain === 'research',
    detectors: context.config.detectors,
    calibration: calibrationOf(context.config, agent),
    prior: priorOf(context.state.context?.alike ?? null),
  })
  let isOver = false
  const see = (seen: Detection) => {
    const acted = !isOver && !stuck.signal.aborted && counts(watch, seen)
    note(context, call, { seen, acted, best: watch.best() })
    if (acted) stuck.abort(seen.evidence.join('; '))
  }
  return {
    take: (step) => {
      const share = shareNow()
      watch.add(step, share).forEach(see)
      const best = watch.best()
      if (!isOver && best?.checked && best.step === step.index) work.keep(step.index)
      return share
    },
    signal: stuck.signal,
    over: () => {
      isOver = true
    },
    outlook: () => {
      const trace = watch.falseCompletion(null)?.trace
      return trace
        ? { false_completion: trace.probability, reasons: trace.reasons, calibrated: trace.calibrated }
        : null
    },
    failure: () =>
      stuck.signal.aborted && !context.abort.signal.aborted
        ? { cause: 'stagnation', message: `it led nowhere: ${stuck.signal.reason}`, retryAt: null }
        : null,
  }
}

/** Who says that it is finished is verified, whatever the odds: nothing is ended for that. */
const ONLY_SAID = new Set(['trace.false-completion'])

/** Rules say what they saw; a probability counts only where it was calibrated for this agent. */
function counts(watch: Watch, { detector, probability }: Detection): boolean {
  if (ONLY_SAID.has(detector)) return false
  return probability === null || watch.stagnation()?.calibrated === true
}

function note(
  context: RunContext,
  { step, attempt, phase, role }: AgentCall,
  { seen, acted, best }: { seen: Detection; acted: boolean; best: ReturnType<Watch['best']> },
): void {
  const { detector, tier, at, share, probability } = seen
  const data = {
    step,
    attempt,
    detector,
    tier,
    agent_step: at,
    share,
    probability,
    evidence: seen.evidence.map((line) => cleanText(line, MAX_EVIDENCE)),
    acted,
    best: best && { agent_step: best.step, why: cleanText(best.why, MAX_EVIDENCE) },
  }
  record(context, { type: 'stagnation.detected', phase, agent: role, data })
}

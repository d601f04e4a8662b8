import { judgeEvidence } from '../../core/evidence.ts'
import { type RunContext, record } from '../context.ts'
import { findingFacts } from './finding-facts.ts'
import { reviewWorld } from './review-world.ts'

/** A reviewer's final message becomes a verdict for one head. Findings without evidence do not count. */
export async function performJudge(context: RunContext, stepId: string): Promise<void> {
  const step = context.state.steps[stepId]!
  const contract = step.contract!
  const about = step.about!
  const world = await reviewWorld(context, about, contract.findings)
  const place = { phase: 'check' as const, agent: step.role }
  for (const [index, finding] of contract.findings.entries()) {
    if (finding.severity === 'INFO') continue
    const judged = judgeEvidence(finding, world)
    if (judged.keep) continue
    const data = {
      archetype: step.role,
      step: stepId,
      index,
      finding: finding.id,
      from: finding.severity,
      to: 'INFO' as const,
      reason: judged.reason,
      head: about,
    }
    record(context, { type: 'evidence.downgrade', ...place, data })
  }
  record(context, {
    type: 'review.verdict',
    ...place,
    data: {
      step: stepId,
      attempt: step.attempt,
      archetype: step.role,
      verdict: contract.verdict ?? 'NONE',
      problem: contract.verdict_problem,
      head: about,
      findings: contract.findings,
      facts: findingFacts(contract.findings, world),
    },
  })
}

import type { BreakScene } from '../../detectors/break-scene.ts'
import { agentFailures } from '../../detectors/breaks/agent-failures.ts'
import { hardBreaks, softBreaks } from '../../detectors/breaks/index.ts'
import { oscillatingFindings } from '../../detectors/breaks/oscillating-findings.ts'
import { redAfterMerge } from '../../detectors/breaks/red-after-merge.ts'
import { sameShadow } from '../../detectors/breaks/same-shadow.ts'
import type { Detector } from '../../detectors/detector.ts'
import { look } from '../../detectors/settings.ts'
import { chainOf } from '../chains.ts'
import type { Command } from '../commands.ts'
import type { EventData, Finding } from '../events.ts'
import { breakScene, cycleScene } from '../scenes/break-scene.ts'
import type { Tally } from './pdca-tally.ts'
import { standingOf } from './standing.ts'
import type { Decided, Rule, View } from './strategy.ts'

/** Wins over every further try, but not over an agent of the role's chain that has not been tried. */
export const breakOnFailures: Rule = (view) => {
  if (view.state.failedCalls.length === 0 || hasAnother(view)) return null
  return haltBy(view, [agentFailures], { scene: breakScene(view.state), findings: lastFindings(view) })
}

/** The same shadow in one cycle, whatever layer it is of. */
export function breakOnShadow(view: View): Decided {
  return haltBy(view, [sameShadow], { scene: breakScene(view.state), findings: lastFindings(view) })
}

/** Landed and red all the same. Whoever calls this has taken the merge back first. */
export function breakAfterMerge(view: View): Decided {
  return haltBy(view, [redAfterMerge], { scene: breakScene(view.state), findings: [] })
}

/** At the end of a cycle that leaves something open: hard before soft. */
export function breakInAct({ view, standing, convergence }: Tally): Decided {
  const scene = cycleScene(view.state, { standing, convergence })
  return haltBy(view, [...hardBreaks, ...softBreaks], { scene, findings: standing })
}

/** The first is counted anew when a person goes on; what landed red stays so. */
const NEVER_PARDONED = [agentFailures.id, redAfterMerge.id]

/** They look at the same findings: whoever goes on after one of them has seen what the others would say. */
const ABOUT_FINDINGS = [oscillatingFindings, ...softBreaks].map(({ id }) => id)

/** Rules after whose break in this cycle a person said that it goes on. */
export function pardoned({ state }: View): string[] {
  const here = state.pardons.filter(({ cycle }) => cycle === state.cycle).map(({ detector }) => detector)
  const all = here.some((id) => ABOUT_FINDINGS.includes(id)) ? [...here, ...ABOUT_FINDINGS] : here
  return all.filter((id) => !NEVER_PARDONED.includes(id))
}

interface Seen {
  scene: BreakScene
  /** What still stands; a break in the middle of a cycle has the last cycle's. */
  findings: Finding[]
}

function haltBy(view: View, rules: Detector<BreakScene>[], { scene, findings }: Seen): Decided {
  for (const rule of rules) {
    if (pardoned(view).includes(rule.id)) continue
    const evidence = look(rule, scene, view.policy.detectors)
    if (evidence) return [onRecord(view, rule, { evidence, findings })]
  }
  return null
}

function onRecord(
  { state, start }: View,
  rule: Detector<BreakScene>,
  { evidence, findings }: { evidence: string[]; findings: Finding[] },
): Command {
  const data: EventData['wiggum.break'] = {
    trigger: rule.title,
    kind: hardBreaks.includes(rule) ? 'hard' : 'soft',
    run_state: {
      strategy: start.strategy,
      workflow: state.workflow,
      cycle: state.cycle,
      max_cycles: state.maxCycles,
      phase: state.phase,
      spend: state.spend,
      merged: state.merged?.commit ?? null,
    },
    unresolved_findings: findings,
    evidence,
    detector: rule.id,
  }
  return { do: 'record', key: 'break', event: { type: 'wiggum.break', phase: state.phase, data } }
}

function lastFindings({ state }: View): Finding[] {
  return state.history.at(-1)?.findings ?? []
}

function hasAnother(view: View): boolean {
  const step = view.state.steps[view.state.failedCalls.at(-1)!.step]
  if (!step) return false
  const asked = { role: step.role, step: step.id }
  return chainOf(view.start.agents, step.role).some(
    (agent) => !step.failures[agent] && standingOf(view, asked, agent).kind !== 'gone',
  )
}

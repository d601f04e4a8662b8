import { JUDGE } from '../../archetypes/archetype.ts'
import { readRuling } from '../../contracts/ruling.ts'
import { archetypeDetectors } from '../../detectors/archetype/index.ts'
import type { Detector, Evidence } from '../../detectors/detector.ts'
import type { StepScene } from '../../detectors/scenes.ts'
import { isEnabled, thresholdsOf } from '../../detectors/settings.ts'
import { reaches, worstCase } from '../budget.ts'
import { chainOf } from '../chains.ts'
import type { AgentCall, Command } from '../commands.ts'
import type { EventData } from '../events.ts'
import { rulingId } from '../fold-signals.ts'
import { type StepIdentity, stepName, usualStep } from '../identity.ts'
import { lastAnswered } from '../recall.ts'
import { stepScene } from '../scenes/step-scene.ts'
import type { StepState } from '../state.ts'
import { settledSteps } from './settled-steps.ts'
import type { Decided, View } from './strategy.ts'

/** Nothing is asked that can be left out while the last of the budget goes. */
const ASK_BELOW_PERCENT = 95
const MAX_TEXT = 500

/** One call a suspicion, one after another, where there is a judge. Whatever becomes of the call, the run goes on. */
export function askJudge(view: View): Decided {
  if (!view.policy.judge?.agent) return null
  const open = settledSteps(view).flatMap((step) => suspicions(view, step).filter(unruled(view)))
  const [first] = open
  // Two at once would be given the same attempt, and the second another as soon as the first has begun.
  return first ? consult(view, first) : null
}

/** Towards a ruling: the call, or what it said. `null`: there is nobody to ask. */
export function consult(view: View, suspicion: Suspicion): Decided {
  if (!view.policy.judge?.agent) return null
  const decided = ruled(view, suspicion) ?? call(view, suspicion)
  return decided.length === 0 ? null : decided
}

export interface Suspicion {
  detector: string
  step: StepState
  question: string
  evidence: Evidence
}

/** Where a rule itself is silent and its structure says "maybe". */
function suspicions(view: View, step: StepState): Suspicion[] {
  const scene = stepScene(view.state, step)
  if (!scene) return []
  return archetypeDetectors.flatMap((rule) => {
    const evidence = rule.id.startsWith(`${step.role}.`) ? suspected(view, rule, scene) : null
    if (!evidence || !rule.judgement) return []
    return [{ detector: rule.id, step, question: rule.judgement.question, evidence }]
  })
}

function suspected({ policy }: View, rule: Detector<StepScene>, scene: StepScene): Evidence | null {
  if (!rule.judgement || !isEnabled(rule, policy.detectors)) return null
  const thresholds = thresholdsOf(rule, policy.detectors)
  return rule.detect(scene, thresholds) ? null : rule.judgement.suspects(scene, thresholds)
}

/** What a suspicion became: a trigger like any other, if the judge said yes. */
export function judged(view: View, rule: Detector<StepScene>, step: StepState): Evidence | null {
  const ruling = rulingOn(view, { detector: rule.id, step })
  if (ruling?.ruling !== 'yes') return null
  const scene = stepScene(view.state, step)
  const evidence = scene && suspected(view, rule, scene)
  return evidence && [...evidence, agreed(ruling)]
}

export function agreed({ reason }: EventData['judge.ruled']): string {
  return `the judge agrees: ${reason}`
}

function unruled(view: View): (suspicion: Suspicion) => boolean {
  return (suspicion) => !rulingOn(view, suspicion)
}

/** What was said about it, once it was. */
export function rulingOn(view: View, about: Pick<Suspicion, 'detector' | 'step'>) {
  return view.state.rulings[idOf(about)]
}

function idOf({ detector, step }: Pick<Suspicion, 'detector' | 'step'>): string {
  return rulingId({ detector, step: step.id, attempt: step.attempt })
}

/** Once the call is over. No answer, a failure and anything unclear are a no. */
function ruled({ state }: View, suspicion: Suspicion): Command[] | null {
  const asked = state.steps[stepName(judgeStep(state.cycle, suspicion))]
  if (!asked || asked.outcome === 'running') return null
  const { detector, step } = suspicion
  const said = asked.outcome === 'complete' ? readRuling(asked.text ?? '') : null
  const reason = said?.reason ?? asked.failure?.message ?? 'it gave no clear answer'
  const data = {
    detector,
    step: step.id,
    attempt: step.attempt,
    ruling: said?.ruling ?? ('no' as const),
    reason: reason.slice(0, MAX_TEXT),
  }
  const event = { type: 'judge.ruled' as const, phase: step.phase, agent: JUDGE, data }
  return [{ do: 'record', key: `ruling:${idOf(suspicion)}`, event }]
}

/** A cut-off call is made again, as the same attempt. */
function call(view: View, suspicion: Suspicion): Command[] {
  const { state, start, policy } = view
  const { step, question, evidence } = suspicion
  const identity = judgeStep(state.cycle, suspicion)
  const id = stepName(identity)
  const [agent] = chainOf(start.agents, JUDGE)
  const spent = worstCase(state.spend, state.largestCall)
  if (agent === undefined || reaches(spent, policy.budget, ASK_BELOW_PERCENT)) return []
  const about = step.about ?? state.collected[step.id]?.head ?? null
  const attempt = state.steps[id]?.attempt ?? (state.calls[JUDGE] ?? 0) + 1
  const call: AgentCall = {
    role: JUDGE,
    step: id,
    identity,
    attempt,
    phase: step.phase ?? 'act',
    head: about ?? start.base,
    about,
    writes: false,
    minutes: null,
    reflects: false,
    note: [question, 'What a rule saw:', ...evidence.map((line) => `- ${line}`)].join('\n'),
    corrects: null,
    agent,
    continues: null,
    examines: lastAnswered(state, step.id),
  }
  return [{ do: 'agent', key: `agent:${id}:${attempt}`, call }]
}

/** One step for each suspicion: a role's attempts are counted over the run. */
function judgeStep(cycle: number, { detector, step }: Suspicion): StepIdentity {
  const suspicion = `${detector.replaceAll('.', '-')}-${step.attempt}`
  return { ...usualStep({ cycle, phase: step.phase, role: JUDGE }), suspicion }
}

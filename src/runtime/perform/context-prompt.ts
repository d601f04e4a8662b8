import { archetypeOf } from '../../archetypes/index.ts'
import { leanIngredients } from '../../archetypes/lean.ts'
import { buildPrompt } from '../../archetypes/prompt.ts'
import type { AgentCall } from '../../core/commands.ts'
import { modelOfCall } from '../../core/model-of-call.ts'
import { boundarySettings } from '../../core/scenes/boundary-scene.ts'
import { contextPrompt } from '../../detectors/boundary/context-prompt.ts'
import { AT_REST, type BoundaryScene } from '../../detectors/boundary-scene.ts'
import type { Evidence } from '../../detectors/detector.ts'
import { look } from '../../detectors/settings.ts'
import { windowOf } from '../../policy/windows.ts'
import { type RunContext, record } from '../context.ts'
import { gatherIngredients } from './ingredients.ts'

/** `tooLong`: it does not fit into the window at all, even without what it can do without. */
export type Prompt = { text: string } | { tooLong: string }

/** The prompt of a fresh conversation; a lean one where the whole would fill too much of the window. */
export async function freshPrompt(context: RunContext, call: AgentCall): Promise<Prompt> {
  const archetype = archetypeOf(context.state.start, call.role)!
  const ingredients = await gatherIngredients(context, call)
  const whole = buildPrompt(archetype, ingredients)
  const seen = tooMuch(context, call, whole)
  if (!seen) return { text: whole }
  // Lessons go first.
  const { lessons, ...rest } = ingredients
  const without = buildPrompt(archetype, rest)
  if (lessons && !tooMuch(context, call, without)) {
    sayOnce(context, call, `${seen.join('; ')}: lessons of earlier runs were left out`)
    return { text: without }
  }
  const lean = buildPrompt(archetype, leanIngredients(ingredients))
  sayOnce(context, call, `${seen.join('; ')}: research and the long parts of the change were left out`)
  const { window } = sceneOf(context, call, lean).prompt
  const fits = contextPrompt.detect(sceneOf(context, call, lean), { percent: 100 }) === null
  return fits ? { text: lean } : { tooLong: tooLongWords(lean, window) }
}

function tooMuch(context: RunContext, call: AgentCall, prompt: string): Evidence | null {
  return look(contextPrompt, sceneOf(context, call, prompt), boundarySettings(context.config))
}

function sceneOf({ state, config }: RunContext, call: AgentCall, { length: chars }: string) {
  const prompt = { chars, window: windowOf(modelOfCall(state, config, call)) }
  return { ...AT_REST, prompt } satisfies BoundaryScene
}

function tooLongWords({ length }: string, window: number): string {
  return `its prompt has ${length} characters without research and the long parts of the change, and the window holds about ${window} tokens: give the task in smaller parts, or name a model with a larger window`
}

/** Once a step: a further attempt builds the same prompt again. */
function sayOnce(context: RunContext, { step, role, phase }: AgentCall, text: string): void {
  const signal = `${contextPrompt.id}@${step}`
  if (context.state.corrections.some((each) => each.signal === signal)) return
  const where = { signal, shadow: contextPrompt.shadow, layer: 'boundary' as const, step, attempt: null }
  const data = { ...where, rung: 'correct' as const, text }
  record(context, { type: 'correction.applied', phase, agent: role, data })
}

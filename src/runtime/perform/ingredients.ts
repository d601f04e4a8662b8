import { miniReflect } from '../../archetypes/creator/index.ts'
import { lessonsText } from '../../archetypes/lessons-text.ts'
import type { Ingredients } from '../../archetypes/prompt.ts'
import type { AgentCall } from '../../core/commands.ts'
import type { EventData } from '../../core/events.ts'
import { changeWithoutPlan, saidOfChange } from '../../core/said-of-change.ts'
import type { RunState, StepState } from '../../core/state.ts'
import { readArtifact } from '../../store/artifacts.ts'
import { EnvironmentError } from '../../store/environment-error.ts'
import type { RunContext } from '../context.ts'

/** A diff longer than this is cut in a prompt; the reviewer's tree holds the whole change. */
const MAX_DIFF_BYTES = 200_000

/** Everything there is to give; `buildPrompt` takes only what the role receives. */
export async function gatherIngredients(context: RunContext, call: AgentCall): Promise<Ingredients> {
  const { outside, state, vault } = context
  const start = state.start!
  const { cycle } = state
  const mini = 'plan-mini-explorer.md'
  const risks = lastOf(Object.values(state.steps).filter((step) => step.role === 'creator'))?.contract?.risks
  const found: Ingredients = {
    task: taskText(start),
    proposal: written(context, 'plan-creator.md', cycle) || withoutPlan(state),
    summary: allWritten(context, 'do-maker.md', cycle),
    // The small Explorer ran beside the last cycle's Maker, too late for that cycle's plan.
    research: [written(context, 'plan-explorer.md', null), written(context, mini, cycle - 1)]
      .filter(Boolean)
      .join('\n\n'),
    risks: [...(risks ?? []).map((risk) => `- ${risk}`), written(context, mini, cycle), saidOfChange(start)]
      .filter(Boolean)
      .join('\n'),
    lessons: lessonsText(state, call.role),
    feedback: [call.reflects ? miniReflect : null, call.note, call.corrects].filter(Boolean).join('\n\n'),
  }
  if (call.examines) found.examined = answerOf(context, call.examines)
  if (!call.about) return found
  const { text, truncated } = await outside.diffText(vault, start.base, call.about, MAX_DIFF_BYTES)
  found.diff = truncated ? `${text}\n(cut here; the working directory holds the whole change)` : text
  return found
}

/** The log may not hold a very long one; then the copy beside it does. */
function answerOf({ layout, state }: RunContext, step: string): string {
  const { text, artifact } = state.steps[step]!
  return text ?? (artifact && readArtifact(layout, state.runId, artifact)) ?? ''
}

/** A targeted retry says only what it added: whoever reviews the whole gets all of the cycle's messages. */
function allWritten(context: RunContext, name: string, cycle: number): string {
  const before = writers(context.state, name, cycle)
    .sort((a, b) => a.attempt - b.attempt)
    .slice(0, -1)
  return [...before.map((step) => step.text), written(context, name, cycle)].filter(Boolean).join('\n\n')
}

/**
 * What a step wrote, from the log; the file is a copy. Only a message too long for the log is read from its file, and
 * if that is gone the prompt would be another one.
 */
function written({ layout, state }: RunContext, name: string, cycle: number | null): string {
  const last = lastOf(writers(state, name, cycle))
  if (!last) return ''
  const file = cycle === null || cycle === state.cycle ? name : `cycle-${cycle}/${name}`
  const text = last.text ?? readArtifact(layout, state.runId, file)
  if (text !== null) return text
  throw new EnvironmentError(
    `${layout.artifacts(state.runId)}/${file} is gone.`,
    'Put it back, or start the task again.',
  )
}

/** The steps that ended with this artifact, in one cycle or in all. */
function writers({ steps }: RunState, name: string, cycle: number | null): StepState[] {
  const isIt = (step: StepState) => step.artifact === name && step.outcome === 'complete'
  const inCycle = (step: StepState) => cycle === null || step.identity.cycle === cycle
  return Object.values(steps).filter((step) => isIt(step) && inCycle(step))
}

function lastOf(steps: StepState[]): StepState | null {
  let last: StepState | null = null
  for (const step of steps) if (step.attempt >= (last?.attempt ?? 0)) last = step
  return last
}

const KINDS: Record<string, string> = {
  writing:
    'This is writing: the result is text for readers, in files of the repository. It needs no automated tests.',
  research:
    'This is research: the result is what was found, with its sources, written down in files of the repository.',
}

/** In the loop nobody plans: whoever works, and whoever reads the work, has the task itself. */
function withoutPlan(state: RunState): string {
  const start = state.start!
  if (start.review) return changeWithoutPlan(state)
  return start.strategy === 'loop' ? `Nobody made a plan. The task itself:\n\n${taskText(start)}` : ''
}

function taskText({ task, files, domain }: EventData['run.start']): string {
  const named = files.length > 0 ? `Files the user named: ${files.join(', ')}` : ''
  return [task, KINDS[domain] ?? '', named].filter(Boolean).join('\n\n')
}

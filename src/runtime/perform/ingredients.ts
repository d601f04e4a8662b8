import type { Ingredients } from '../../archetypes/prompt.ts'
import type { AgentCall } from '../../core/commands.ts'
import type { EventData } from '../../core/events.ts'
import { readArtifact } from '../../store/artifacts.ts'
import { EnvironmentError } from '../../store/environment-error.ts'
import { diffText } from '../../workspace/vault.ts'
import type { RunContext } from '../context.ts'

/** A diff longer than this is cut in a prompt; the reviewer's tree holds the whole change. */
const MAX_DIFF_BYTES = 200_000

/** Everything there is to give; `buildPrompt` takes only what the role receives. */
export async function gatherIngredients(context: RunContext, call: AgentCall): Promise<Ingredients> {
  const { layout, state, vault } = context
  const start = state.start!
  const artifact = (name: string) => readArtifact(layout, state.runId, name) ?? fromLog(context, name)
  const creators = Object.values(state.steps).filter((step) => step.role === 'creator')
  const risks = creators.sort((a, b) => a.attempt - b.attempt).at(-1)?.contract?.risks ?? []
  // It ran beside the last cycle's Maker, too late for that cycle's plan, and was archived with it.
  const lastMini = `cycle-${state.cycle - 1}/plan-mini-explorer.md`
  const found: Ingredients = {
    task: taskText(start),
    proposal: artifact('plan-creator.md'),
    summary: artifact('do-maker.md'),
    research: [artifact('plan-explorer.md'), artifact(lastMini)].filter(Boolean).join('\n\n'),
    risks: [...risks.map((risk) => `- ${risk}`), artifact('plan-mini-explorer.md')]
      .filter(Boolean)
      .join('\n'),
    feedback: call.note ?? '',
  }
  if (!call.about) return found
  const { text, truncated } = await diffText(vault, start.base, call.about, MAX_DIFF_BYTES)
  found.diff = truncated ? `${text}\n(cut here; the working directory holds the whole change)` : text
  return found
}

/** The file is a copy: what the log holds is taken from there. A long one that is gone would make another prompt. */
function fromLog({ layout, state }: RunContext, name: string): string {
  const steps = Object.values(state.steps).filter(
    (step) => step.outcome === 'complete' && step.artifact === name,
  )
  const ofTheRun = name === 'plan-explorer.md'
  const mine = steps.filter((step) => ofTheRun || step.id.startsWith(`${state.cycle}-`))
  const last = mine.sort((a, b) => a.attempt - b.attempt).at(-1)
  if (!last) return ''
  if (last.text !== null) return last.text
  throw new EnvironmentError(
    `${layout.artifacts(state.runId)}/${name} is gone.`,
    'Put it back, or start the task again.',
  )
}

const KINDS: Record<string, string> = {
  writing:
    'This is writing: the result is text for readers, in files of the repository. It needs no automated tests.',
  research:
    'This is research: the result is what was found, with its sources, written down in files of the repository.',
}

function taskText({ task, files, domain }: EventData['run.start']): string {
  const named = files.length > 0 ? `Files the user named: ${files.join(', ')}` : ''
  return [task, KINDS[domain] ?? '', named].filter(Boolean).join('\n\n')
}

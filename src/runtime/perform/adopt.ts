import { archetypeOf } from '../../archetypes/index.ts'
import { cleanText } from '../../contracts/clean-text.ts'
import { readContract } from '../../contracts/contract.ts'
import type { Phase, Usage } from '../../core/events.ts'
import { stepName, TAKEN_OVER, usualStep } from '../../core/identity.ts'
import { ADOPTED } from '../../core/state.ts'
import { readArtifact, writeArtifact } from '../../store/artifacts.ts'
import { EnvironmentError } from '../../store/environment-error.ts'
import { effect, type RunContext, record } from '../context.ts'
import { takeOver } from './collect.ts'

/** It was paid for by the run that it comes from. */
const NOTHING: Usage = { input_tokens: 0, output_tokens: 0, cost_usd: 0, turns: 0 }
const ROLE_OF = /^(plan|do|check)-([\w-]+)\.md$/

/** The other run's artifacts become facts of this one, read anew. After a crash it goes on with those that are not in the log yet. */
export async function performAdopt(context: RunContext): Promise<void> {
  const { from, phase, head, artifacts } = context.state.start!.adopts!
  await effect(context, 'adopt', async () => copy(context, from, artifacts))
  for (const name of artifacts) {
    const [, made, role = ''] = ROLE_OF.exec(name) ?? []
    if (made === 'plan' || made === 'do' || made === 'check') adoptStep(context, { name, phase: made, role })
  }
  const step = stepName(TAKEN_OVER)
  if (head && context.state.collected[step]?.head !== head) {
    const { base } = context.state.start!
    const commits = await context.outside.countCommits(context.vault, base, head)
    const found = { head, commits, tookAlong: [], historyRewritten: false }
    await takeOver(context, { step, attempt: 1, start: base, found })
  }
  record(context, { type: 'run.adopted', data: { from, phase, artifacts } })
}

function copy({ layout, state }: RunContext, from: string, names: string[]): void {
  for (const name of names) {
    const text = readArtifact(layout, from, name)
    if (text === null)
      throw new EnvironmentError(
        `${layout.artifacts(from)}/${name} is gone.`,
        'Put it back, or start the task again.',
      )
    writeArtifact(layout, state.runId, name, text)
  }
}

interface Taken {
  name: string
  phase: Phase
  role: string
}

/** What the role said then, read with today's rules. A verdict is judged anew by whoever needs it. */
function adoptStep(context: RunContext, { name, phase, role }: Taken): void {
  const { layout, state } = context
  const { adopts, base } = state.start!
  const archetype = archetypeOf(state.start, role)
  const identity = usualStep({ cycle: 1, phase, role })
  const step = stepName(identity)
  const known = state.steps[step]
  if (!archetype || known?.outcome === 'complete') return
  const text = readArtifact(layout, state.runId, name) ?? ''
  const contract = readContract(text, archetype)
  const about = phase === 'check' ? adopts!.head : null
  const shared = { step, attempt: 1, archetype: role }
  const place = { phase, agent: role }
  const start = {
    ...shared,
    agent: ADOPTED,
    model: null,
    prompt_summary: `taken over from ${adopts!.from}`,
    prompt_artifact: name,
    head: about ?? base,
    about,
  }
  if (!known) record(context, { type: 'agent.start', ...place, identity, data: start })
  const complete = {
    ...shared,
    duration_ms: 0,
    artifacts: [name],
    text: null,
    summary: contract.summary ?? cleanText(text.trim().split('\n')[0] ?? '', 200),
    contract,
    usage: NOTHING,
    session: null,
    denials: [],
    killed_after_result: false,
    truncated_bytes: 0,
  }
  record(context, { type: 'agent.complete', ...place, data: complete })
}

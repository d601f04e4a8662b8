import type { EventData } from '../../core/events.ts'
import { copyArtifact } from '../../store/artifacts.ts'
import { effect, type RunContext, record } from '../context.ts'

/** The document for people, then the event, which holds it too. Done again after a crash it is the same. */
export async function performContextCheckpoint(
  context: RunContext,
  data: EventData['context.checkpoint'],
): Promise<void> {
  const { layout, state } = context
  await effect(context, 'context-checkpoint', async () =>
    copyArtifact(layout, state.runId, data.artifact, `${data.text}\n`),
  )
  record(context, { type: 'context.checkpoint', phase: 'do', agent: 'maker', data })
}

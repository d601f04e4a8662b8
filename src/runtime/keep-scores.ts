import { keepScore } from '../store/effectiveness.ts'
import { effect, type RunContext } from './context.ts'
import { scoreLog } from './score-log.ts'

/** Writes down what an ended run says of its reviewers. It is all in the log, so a disk that refuses it spoils no run. */
export async function keepScores(context: RunContext): Promise<void> {
  await effect(context, 'scores', async () => {
    const { layout, state } = context
    const scored = scoreLog(layout, state.runId)
    if (scored.ok && scored.run) keepScore(layout, scored.run)
  }).catch(() => {})
}

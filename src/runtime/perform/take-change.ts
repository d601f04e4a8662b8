import { stepName, TAKEN_OVER } from '../../core/identity.ts'
import { effect, type RunContext } from '../context.ts'
import { restoreChange } from '../restore-change.ts'
import { takeOver } from './collect.ts'

/** The change under review is brought into the vault, and git says what it is. */
export async function performTakeChange(context: RunContext): Promise<void> {
  const { base, review } = context.state.start!
  const { head } = review!
  await effect(context, 'take-change', () => restoreChange(context))
  const commits = await context.outside.countCommits(context.vault, base, head)
  const found = { head, commits, tookAlong: [], historyRewritten: false }
  await takeOver(context, { step: stepName(TAKEN_OVER), attempt: 1, start: base, found })
}

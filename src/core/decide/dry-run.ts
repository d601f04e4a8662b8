import { needBaseline } from './making.ts'
import { finish, type Rule } from './strategy.ts'

/** What the ending of a dry run is called; a resumed run goes on after it with Do. */
export const PLANNED = 'planned'

/** A dry run ends with the plan. `--yes` says beforehand that it goes on. */
export const stopAfterPlan: Rule = (view) => {
  const { state, start } = view
  if (!start.options.dry_run || state.goesOn) return null
  // Paid for already and needed later; and it tells whether the checks are green to begin with.
  const baseline = needBaseline(view)
  if (baseline.length > 0) return baseline
  if (!start.options.yes)
    return finish(PLANNED, 0, `planned, nothing was changed; go on with: wiggum resume ${state.runId}`)
  const data = {
    what: 'dry-run' as const,
    chosen: 'go on after the plan',
    alternatives: ['stop after the plan'],
    rationale: 'asked for with --yes',
  }
  return [{ do: 'record', key: 'dry-run', event: { type: 'decision', phase: 'plan', data } }]
}

import type { Config } from '../../config/schema.ts'
import { AT_REST, type BoundaryScene } from '../../detectors/boundary-scene.ts'
import type { DetectorSettings } from '../../detectors/settings.ts'
import { budgetOf } from '../allowance.ts'
import { worstCase } from '../budget.ts'
import { minutesSince } from '../checkpoint.ts'
import type { RunState } from '../state.ts'

/** What is spent, against what may be. */
export function budgetScene(state: RunState, { budget }: Pick<Config, 'budget'>): BoundaryScene {
  const { usd, tokens } = worstCase(state.spend, state.largestCall)
  return { ...AT_REST, spent: { usd, tokens }, budget: budgetOf(state, budget) }
}

/** How long ago the last checkpoint was. Tasks are a sprint's to count. */
export function checkpointScene({ checkpointAt, startedAt }: RunState, now: string): BoundaryScene {
  const since = checkpointAt ?? startedAt ?? now
  return { ...AT_REST, sinceCheckpoint: { minutes: minutesSince(since, now), tasks: 0 } }
}

/** `checkpoint.minutes` and `checkpoint.tasks` are that rule's numbers under a name of their own. */
export function boundarySettings({
  checkpoint,
  detectors = {},
}: Pick<Config, 'checkpoint' | 'detectors'>): DetectorSettings {
  const settings: DetectorSettings = detectors
  const own = settings['boundary.checkpoint']
  const { minutes, tasks } = checkpoint
  return {
    ...settings,
    'boundary.checkpoint': { ...own, thresholds: { minutes, tasks, ...own?.thresholds } },
  }
}

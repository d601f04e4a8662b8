import { checkpoint } from '../../detectors/boundary/checkpoint.ts'
import { look } from '../../detectors/settings.ts'
import type { Command, Decision } from '../commands.ts'
import { boundarySettings, checkpointScene } from '../scenes/boundary-scene.ts'
import type { View } from './strategy.ts'

/** Beside whatever is decided, also while an agent is at work: a checkpoint, when one is due. */
export function besideCheckpoint(view: View, decision: Decision): Decision {
  const { state, policy, now } = view
  if (state.ended || state.merged || decision.commands.some(({ do: what }) => what === 'finish'))
    return decision
  // It waits for a person. The next checkpoint is when it goes on: else one that is always due would keep it from waiting.
  if (decision.commands.length === 0 && !decision.wakeAt) return decision
  const seen = look(checkpoint, checkpointScene(state, now), boundarySettings(policy))
  if (!seen) return decision
  const key = `checkpoint:${state.checkpoints.length + 1}`
  const due: Command = { do: 'checkpoint', key, trigger: 'minutes', why: seen.join('; ') }
  return { ...decision, commands: [...decision.commands, due] }
}

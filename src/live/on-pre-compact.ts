import { checkpointOf } from '../core/decide/loop-context.ts'
import { viewOf } from '../core/decide/strategy.ts'
import { performContextCheckpoint } from '../runtime/perform/context-checkpoint.ts'
import { createStepper } from '../steps/stepper.ts'
import { type Answer, NOTHING } from './answer.ts'
import { withLive } from './drive.ts'
import type { HookWorld } from './hook.ts'
import type { HookInput } from './hook-input.ts'
import { readSpool } from './spool.ts'

/** The session is about to forget the details: where the pass stands is written down first. */
export async function onPreCompact(_: HookInput, world: HookWorld): Promise<Answer> {
  const found = world.found()
  if (!found) return NOTHING
  return withLive(found.session, world.env, async (context) => {
    const view = viewOf(context.state, new Date().toISOString())
    const stepper = createStepper({ root: found.layout.root })
    for (const event of readSpool(found.layout, found.session.session).events) stepper.take(event, '')
    if (view) await performContextCheckpoint(context, checkpointOf(view, stepper.todos()))
    return NOTHING
  })
}

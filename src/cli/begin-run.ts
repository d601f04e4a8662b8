import { openProject } from '../runtime/project.ts'
import { startRun } from '../runtime/start.ts'
import { type Carry, screenFor } from './carry.ts'
import { type Call, text } from './command.ts'
import { carryToEnd } from './continue-run.ts'
import { withFlags } from './run-options.ts'
import { wishOf } from './run-wish.ts'
import { startFrom } from './start-from.ts'

export interface BegunRun {
  runId: string
  /** Carries it to its end, and says the exit code. */
  carry(): Promise<number>
}

/** Starts a run as the command line and the configuration wish it: `wiggum run`, and each task of a sprint. */
export async function beginRun(call: Call, mayAsk = true): Promise<BegunRun> {
  const project = await openProject(call.cwd, call.env, text(call, 'target'))
  const config = withFlags(project.config, call)
  const wish = wishOf(call, { ...project, config, from: startFrom(call, project.layout) })
  const screen = screenFor(call)
  const parts: Carry = { call, screen, mayAsk }
  const world = { env: call.env, listeners: [screen] }
  const opened = await startRun({ ...project, config }, wish, world).catch((error) => {
    screen.fail()
    throw error
  })
  return { runId: opened.context.state.runId, carry: () => carryToEnd(opened, parts) }
}

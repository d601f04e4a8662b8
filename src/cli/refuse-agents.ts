import { EXIT, Problem } from '../runtime/problem.ts'
import type { Call } from './command.ts'

/** Inside an agent of a run, what only a person may do is not done. `what`: as in "An agent may not …". */
export function refuseAgents({ env }: Call, what: string, fix = 'Do it from your own terminal.'): void {
  if (env.WIGGUM_RUN_ID) throw new Problem(EXIT.usage, `An agent may not ${what}`, fix)
}

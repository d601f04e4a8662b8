import type { BreakScene } from '../break-scene.ts'
import type { Detector } from '../detector.ts'
import { agentFailures } from './agent-failures.ts'
import { identicalFindings } from './identical-findings.ts'
import { lowConvergence } from './low-convergence.ts'
import { oscillatingFindings } from './oscillating-findings.ts'
import { redAfterMerge } from './red-after-merge.ts'
import { risingFindings } from './rising-findings.ts'
import { sameShadow } from './same-shadow.ts'
import { taskFailures } from './task-failures.ts'

/** At once, whatever is under way. A new rule is a file beside these and a line here. */
export const hardBreaks: Detector<BreakScene>[] = [
  agentFailures,
  taskFailures,
  sameShadow,
  redAfterMerge,
  oscillatingFindings,
]

/** Once the present cycle or task has ended. */
export const softBreaks: Detector<BreakScene>[] = [identicalFindings, lowConvergence, risingFindings]

export const breakDetectors: Detector<BreakScene>[] = [...hardBreaks, ...softBreaks]

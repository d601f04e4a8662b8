import type { BoundaryScene } from '../boundary-scene.ts'
import type { Detector } from '../detector.ts'
import { budgetDowngrade } from './budget-downgrade.ts'
import { budgetFinish } from './budget-finish.ts'
import { budgetStop } from './budget-stop.ts'
import { budgetWarn } from './budget-warn.ts'
import { checkpoint } from './checkpoint.ts'
import { contextFindings } from './context-findings.ts'
import { contextLessons } from './context-lessons.ts'
import { contextPrompt } from './context-prompt.ts'

/** Every rule about a limit. A new one is a file beside these and a line here. */
export const boundaryDetectors: Detector<BoundaryScene>[] = [
  budgetWarn,
  budgetDowngrade,
  budgetFinish,
  budgetStop,
  checkpoint,
  contextLessons,
  contextFindings,
  contextPrompt,
]

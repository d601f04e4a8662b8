import type { Detector } from '../detector.ts'
import type { PassScene } from '../pass-scene.ts'
import { completionWithoutEvidence } from './completion-without-evidence.ts'
import { denials } from './denials.ts'
import { errorCycle } from './error-cycle.ts'
import { failures } from './failures.ts'
import { noFileChanges } from './no-file-changes.ts'
import { notProgressing } from './not-progressing.ts'
import { repeatedError } from './repeated-error.ts'
import { testsOnly } from './tests-only.ts'
import { toolCycle } from './tool-cycle.ts'

/** Every rule about stagnation. A new one is a file beside these and a line here. */
export const stagnationDetectors: Detector<PassScene>[] = [
  noFileChanges,
  repeatedError,
  errorCycle,
  notProgressing,
  completionWithoutEvidence,
  testsOnly,
  denials,
  toolCycle,
  failures,
]

import type { Detector } from '../detector.ts'
import type { TraceScene } from '../trace-scene.ts'
import { callCycle } from './call-cycle.ts'
import { falseCompletion } from './false-completion.ts'
import { noSourceEdit } from './no-source-edit.ts'
import { sameCall } from './same-call.ts'
import { sameError } from './same-error.ts'
import { stagnation } from './stagnation.ts'

/** Every rule over an agent's steps. A new one is a file beside these and a line here. */
export const traceDetectors: Detector<TraceScene>[] = [
  noSourceEdit,
  sameCall,
  callCycle,
  sameError,
  stagnation,
  falseCompletion,
]

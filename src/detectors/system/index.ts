import type { Detector } from '../detector.ts'
import type { PhaseScene } from '../phase-scene.ts'
import { analysisParalysis } from './analysis-paralysis.ts'
import { brokenWindow } from './broken-window.ts'
import { cargoCult } from './cargo-cult.ts'
import { echoChamber } from './echo-chamber.ts'
import { goldPlating } from './gold-plating.ts'
import { scopeCreep } from './scope-creep.ts'
import { tunnelVision } from './tunnel-vision.ts'

/** Every rule about a whole run. A new one is a file beside these, a line here, and what is done about it in core/decide. */
export const systemDetectors: Detector<PhaseScene>[] = [
  tunnelVision,
  echoChamber,
  goldPlating,
  analysisParalysis,
  brokenWindow,
  cargoCult,
  scopeCreep,
]

import { analysisParalysis } from '../../detectors/system/analysis-paralysis.ts'
import type { View } from './strategy.ts'

/** Nobody explores any more in this run: it was seen to lead nowhere. */
export function isResearchOver({ state }: View): boolean {
  return state.corrections.some(({ shadow }) => shadow === analysisParalysis.shadow)
}

/** What whoever plans or makes next is told about it. */
export function goOnNote(view: View): string | null {
  return isResearchOver(view) ? analysisParalysis.correction : null
}

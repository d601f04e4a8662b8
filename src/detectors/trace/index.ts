import type { Detector } from '../detector.ts'
export const traceDetectors: Detector<unknown>[] = []

import { contextLessons } from '../detectors/boundary/context-lessons.ts'
import { AT_REST } from '../detectors/boundary-scene.ts'
import { type DetectorSettings, look } from '../detectors/settings.ts'

interface Counted {
  text: string
  /** How often it was met. */
  count: number
}

const TOP = 5

/** All of them; or, where they are more than an agent would heed, those that were met most often. */
export function topLessons<L extends Counted>(lessons: L[], settings: DetectorSettings): L[] {
  const seen = look(contextLessons, { ...AT_REST, lessons: lessons.length }, settings)
  return seen ? lessons.toSorted((a, b) => b.count - a.count).slice(0, TOP) : lessons
}

import { memoryLimits } from '../../policy/memory.ts'
import type { Lesson } from './lesson.ts'

export interface Effect {
  injected: number
  repeated: number
  /** Of a hundred runs that were given it, those that did not meet it. */
  held: number
  /** What comes of it. */
  todo: 'nothing' | 'strengthened' | 'reworded' | 'removed' | 'yours to reword or forget'
}

/** What giving a lesson has brought so far. */
export function effectOf({ by, state, injected, repeated }: Lesson): Effect {
  const held = injected.length === 0 ? 100 : Math.round(100 * (1 - repeated.length / injected.length))
  return { injected: injected.length, repeated: repeated.length, held, todo: todoOf() }

  function todoOf(): Effect['todo'] {
    if (repeated.length === 0) return 'nothing'
    if (repeated.length < memoryLimits.rewordAt) return 'strengthened'
    if (by === 'person') return 'yours to reword or forget'
    return state === 'archived' ? 'removed' : 'reworded'
  }
}

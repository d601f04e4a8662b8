import type { Watch, WatchSettings } from './watch.ts'
export function createWatch(_: WatchSettings & { writes: boolean }): Watch {
  return { add: () => [], stagnation: () => null, falseCompletion: () => null, best: () => null }
}

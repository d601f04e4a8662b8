import { learn } from '../core/memory/learn.ts'
import { type Regression, regressionsOf } from '../core/memory/regressions.ts'
import { runFacts } from '../core/memory/run-facts.ts'
import { countedAs } from '../core/memory/same-change.ts'
import { changeMemory, readMemory } from '../store/memory-file.ts'
import { effect, type RunContext } from './context.ts'
import { auditLessons, isMemoryOn } from './load-lessons.ts'

type Ending = Parameters<typeof runFacts>[1]

/** What an ended run adds to the memory. It is made from the log, so a disk that refuses it spoils no run. */
export async function keepMemory(context: RunContext): Promise<void> {
  const { state, layout, config } = context
  if (!isMemoryOn(config)) return
  auditLessons(layout, state)
  const facts = runFacts(state, state.ended!)
  if (!facts.reviewed) return
  const { decay_after_runs: decay } = config.memory
  await effect(context, 'memory', () => changeMemory(layout, (memory) => learn(memory, facts, decay))).catch(
    () => {},
  )
}

/** What an earlier run had mended, and this one, which is about to end so, met again. */
export function regressionsAtEnd({ state, layout, config }: RunContext, ending: Ending): Regression[] {
  if (!isMemoryOn(config)) return []
  try {
    const learned = learn(readMemory(layout), runFacts(state, ending), config.memory.decay_after_runs)
    return regressionsOf(learned.lessons, countedAs(learned, state.runId))
  } catch {
    return []
  }
}

import type { StepTally } from '../core/events.ts'
import { createRepeats } from './repeats.ts'
import { createSeen } from './seen.ts'
import type { Step } from './step.ts'

const MAX_ERRORS = 20

/** A call's steps in figures, as the log keeps them. */
export function createTally(): { add(step: Step): void; tally(): StepTally } {
  const errors = createSeen()
  const reads = createSeen()
  const sum: StepTally = {
    total: 0,
    edits: 0,
    failed_edits: 0,
    shells: 0,
    failed_shells: 0,
    tests: 0,
    last_test: null,
    distinct_errors: 0,
    novel: 0,
  }
  let read = 0
  const failures = new Set<string>()
  const repeats = createRepeats()
  return {
    add: (step) => {
      repeats.add(step)
      const isShell = step.arguments !== null && step.arguments.command !== null
      sum.total++
      if (step.edit) sum.edits++
      if (step.edit?.ok === false) sum.failed_edits++
      if (isShell) sum.shells++
      if (isShell && step.failed) sum.failed_shells++
      if (step.test) sum.tests++
      sum.last_test = step.test ?? sum.last_test
      if (step.error !== null && errors.add(step.error)) sum.distinct_errors++
      if (isShell && isTelling(step.error) && failures.size < MAX_ERRORS) failures.add(step.error)
      if (Object.values(step.novelty).includes(true)) sum.novel++
      read += step.files.read.filter((path) => reads.add(path)).length
    },
    tally: () => {
      const most = repeats.most()
      return {
        ...sum,
        files_read: read,
        ...(failures.size > 0 ? { errors: [...failures] } : {}),
        ...(most ? { repeats: most } : {}),
      }
    },
  }
}

/** An exit code alone is no signature: it says that something failed, and not what. */
function isTelling(error: string | null): error is string {
  return error !== null && !/^process: exit \d+$/.test(error)
}

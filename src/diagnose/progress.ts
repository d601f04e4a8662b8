import type { TestRun } from '../core/events.ts'
import type { Step } from '../steps/step.ts'
import type { ForwardKind } from './diagnosed-run.ts'

export interface Forward {
  kind: ForwardKind
  why: string
}

/** Whether an agent step moved the work forward, by facts alone: what it says of itself does not count. */
export function createProgress(): (step: Step) => Forward | null {
  const best = new Map<string, TestRun>()
  return (step) => {
    // Every test run is weighed, so that the next is held against it.
    const tested = testedBetter(step, best)
    return edited(step) ?? tested ?? ticked(step) ?? readNew(step)
  }
}

/** A change that was made, and was not made before. A command does not say what it wrote: then it must be a new one. */
function edited({ edit, novelty, files }: Step): Forward | null {
  if (edit?.ok !== true) return null
  const isNew = novelty.edit ?? novelty.command ?? true
  return isNew ? { kind: 'edit', why: `changed ${named(files.changed)}` } : null
}

function testedBetter({ test }: Step, best: Map<string, TestRun>): Forward | null {
  if (!test) return null
  const runner = test.runner ?? ''
  const before = best.get(runner)
  const why = before ? betterWords(before, test) : test.ok === true ? 'its tests passed' : null
  if (!before || why) best.set(runner, test)
  return why ? { kind: 'test', why } : null
}

/** A run without figures is held against another only by its colour. */
function betterWords(before: TestRun, now: TestRun): string | null {
  if (before.ok === false && now.ok === true) return 'its tests, red before, passed'
  if (before.failed !== null && now.failed !== null && now.failed < before.failed)
    return `${now.failed} tests failed instead of ${before.failed}`
  const isMore = before.passed !== null && now.passed !== null && now.passed > before.passed
  const isNoWorse = (now.failed ?? 0) <= (before.failed ?? 0)
  return isMore && isNoWorse ? `${now.passed} tests passed instead of ${before.passed}` : null
}

function ticked({ todo }: Step): Forward | null {
  const done = todo?.completed ?? 0
  return done > 0 ? { kind: 'todo', why: `ticked ${done} of its to-dos off` } : null
}

function readNew({ files, novelty, failed }: Step): Forward | null {
  if (novelty.file !== true || failed === true || files.read.length === 0) return null
  return { kind: 'read', why: `read ${named(files.read)} for the first time` }
}

function named([first = 'a file', ...more]: string[]): string {
  return more.length > 0 ? `${first} and ${more.length} more` : first
}

/** What carries out the commands that come after an agent's call. None of it is needed for the first call to begin. */
export const later = {
  collect: () => import('./collect.ts'),
  inspect: () => import('./inspect.ts'),
  judge: () => import('./judge.ts'),
  rules: () => import('./own-detectors.ts'),
  survey: () => import('./survey-change.ts'),
  verify: () => import('./verify.ts'),
  canaries: () => import('./canaries.ts'),
  hook: () => import('./hook.ts'),
  merge: () => import('./merge.ts'),
  pass: () => import('./end-pass.ts'),
  cycle: () => import('./cycle.ts'),
  checkpoint: () => import('./checkpoint.ts'),
  context: () => import('./context-checkpoint.ts'),
  queue: () => import('./queue-task.ts'),
  notify: () => import('./notify.ts'),
  finish: () => import('./finish.ts'),
  report: () => import('../keep-report.ts'),
}

/** Long enough for the agent's program to have been started: that goes first. */
const AFTER_MS = 500

let isPlanned = false

/** While the first agent works, so that nobody waits for it, and so that a run ends with the version of wiggum that it began with. */
export function loadLater(): void {
  if (isPlanned) return
  isPlanned = true
  // Whatever cannot be loaded is told by whoever needs it.
  setTimeout(() => {
    for (const load of Object.values(later)) load().catch(() => {})
  }, AFTER_MS).unref()
}

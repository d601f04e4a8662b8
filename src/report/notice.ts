import type { Alert } from '../core/alerts.ts'
import type { RunState } from '../core/state.ts'
import { maxPasses } from './state-document.ts'

/** What somebody is told who does not sit at the screen. */
export interface Notice {
  kind: 'stagnation' | 'test'
  title: string
  lines: string[]
  at: string
  /** The same for a program. */
  data: Record<string, string | number | string[]>
}

const MAX_EVIDENCE = 5

/** State → words. Nothing an agent wrote but what rules quote as evidence. */
export function alertNotice(state: RunState, alert: Alert): Notice {
  const { pass, at, reason } = alert
  const evidence = alert.evidence.slice(0, MAX_EVIDENCE)
  const { task, branch } = state.start!
  const see = `wiggum explain ${state.runId}`
  const most = Math.max(maxPasses(state), pass)
  const data = { run_id: state.runId, task, branch, pass, max_passes: most, reason, evidence, see }
  return {
    kind: 'stagnation',
    title: `wiggum: no progress after pass ${pass} of ${most}`,
    lines: [task, reason, ...evidence, `The run goes on. See: ${see}`],
    at,
    data,
  }
}

export function testNotice(at: string): Notice {
  const lines = ['This is what a notification looks like. Nothing is wrong.']
  return { kind: 'test', title: 'wiggum: a test', lines, at, data: { text: lines[0]! } }
}

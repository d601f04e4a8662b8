import { isEnding } from './exits.ts'
import type { SprintData, SprintRecord, TaskQuality } from './records.ts'

export interface TaskEnd extends Omit<SprintData['task.end'], 'quality'> {
  quality: TaskQuality
  at: string
}

/** A sprint as its log tells it: the last one in the file that has not ended. */
export interface SprintHistory {
  startedAt: string
  budget: { usd: number | null; tokens: number | null }
  /** The last checkpoint, or the beginning. */
  checkpointAt: string
  checkpoints: SprintData['policy.checkpoint'][]
  /** Tasks that ended, oldest first, each with the last ending of its run. */
  ends: TaskEnd[]
  /** Of those, how many since the last checkpoint. */
  fresh: number
  /** All runs together, those that wait for an answer too. */
  spent: { usd: number; tokens: number }
  /** Run → the last time it was left, whatever came of it. */
  left: Map<string, TaskEnd>
  /** Task → when it was last begun. */
  begun: Map<string, string>
}

/** `null`: no sprint is under way. */
export function historyOf(records: SprintRecord[]): SprintHistory | null {
  let history: SprintHistory | null = null
  for (const record of records) {
    if (record.type === 'sprint.start') history = begin(record.data.budget, record.ts)
    // A break is the end, also where a crash came before the end was written.
    else if (record.type === 'sprint.end' || record.type === 'wiggum.break') history = null
    else if (history) add(history, record)
  }
  return history
}

function begin(budget: SprintHistory['budget'], at: string): SprintHistory {
  return {
    startedAt: at,
    budget,
    checkpointAt: at,
    checkpoints: [],
    ends: [],
    fresh: 0,
    spent: { usd: 0, tokens: 0 },
    left: new Map(),
    begun: new Map(),
  }
}

function add(history: SprintHistory, record: SprintRecord): void {
  if (record.type === 'sprint.budget') history.budget = record.data
  if (record.type === 'task.start') history.begun.set(record.data.task, record.ts)
  if (record.type === 'task.end') addEnd(history, { ...record.data, at: record.ts })
  if (record.type !== 'policy.checkpoint') return
  history.checkpointAt = record.ts
  history.checkpoints.push(record.data)
  history.fresh = 0
}

/** A run that was left twice has one ending: its last. What it spent is the sum that it said last. */
function addEnd(history: SprintHistory, end: TaskEnd): void {
  history.left.set(end.run, end)
  const all = [...history.left.values()]
  history.spent = {
    usd: all.reduce((sum, { spend }) => sum + spend.usd, 0),
    tokens: all.reduce((sum, { spend }) => sum + spend.tokens, 0),
  }
  if (!isEnding(end.exit)) return
  history.ends = [...history.ends.filter(({ run }) => run !== end.run), end]
  history.fresh += 1
}

import { msBetween } from '../../core/decide/instants.ts'
import type { RunState } from '../../core/state.ts'
import { answersTo, signalWords } from '../signal-words.ts'
import { bounded } from './bounded.ts'
import type { ChangeFacts, CheckRow, GateRow, RunFacts, SignalRow } from './facts.ts'
import { lastAttempt, shownWork } from './shown-work.ts'
import { isAsItShould } from './spans.ts'

/** What the folded state says at once, in the words that every form of a report uses. */

type Head = Pick<
  RunFacts,
  | 'run_id'
  | 'task'
  | 'strategy'
  | 'workflow'
  | 'domain'
  | 'agents'
  | 'sandbox'
  | 'base'
  | 'target'
  | 'branch'
  | 'session'
  | 'reviewed'
  | 'merged'
  | 'began'
  | 'last'
  | 'took_ms'
  | 'waited_ms'
>

export function headFacts(state: RunState, now: string | null): Head {
  const start = state.start!
  const began = state.startedAt ?? ''
  const last = state.endedAt ?? state.lastAt ?? began
  const took = msBetween(began, state.endedAt ?? now ?? last)
  return {
    run_id: state.runId,
    task: start.task,
    strategy: start.strategy,
    workflow: start.workflow,
    domain: start.domain,
    agents: Object.entries(start.agents).map(agentWords),
    sandbox: start.sandbox ? `${start.sandbox.name} (${start.sandbox.why})` : 'none',
    base: start.base,
    target: start.target,
    branch: start.live || start.review ? null : start.branch,
    session: start.live ? `${start.live.host} ${start.live.session}` : null,
    reviewed: start.review ? `${start.review.what}, at ${start.review.head.slice(0, 10)}` : null,
    merged: mergedWords(state),
    began,
    last,
    took_ms: took,
    waited_ms: state.waitedMs,
  }
}

function agentWords([role, chain]: [string, string | string[]]): string {
  const all = [chain].flat().join(', else ')
  return role === 'default' ? all : `${role}: ${all}`
}

function mergedWords({ merged, reverted }: RunState): string {
  if (!merged) return 'no'
  if (reverted?.commit) return `no: ${merged.commit} was taken back by ${reverted.commit}`
  return `${merged.commit} into ${merged.target}${reverted ? ' (red, and it could not be taken back)' : ''}`
}

export function signalsOf(state: RunState, began: number): RunFacts['signals'] {
  // What was done about each is looked up in all corrections: only for those that are shown.
  const { items, ...cut } = bounded(state.signals, 20, 80)
  const rows = items.map(
    (signal): SignalRow => ({
      at_ms: Math.max(0, Date.parse(signal.at) - began),
      what: signalWords(signal, state),
      where: signal.step ?? '',
      seen: signal.triggers.flatMap(({ evidence }) => evidence).join('; '),
      done: answersTo(signal, state),
    }),
  )
  return { items: rows, ...cut }
}

export function verificationOf({ verified }: RunState): RunFacts['verification'] {
  const { items, ...cut } = bounded(
    Object.values(verified).flatMap(({ kind, checks }) => checks.map((check) => ({ kind, check }))),
    10,
    60,
  )
  const rows = items.map(
    ({ kind, check }): CheckRow => ({
      what: kind,
      command: check.command,
      result: check.timed_out ? 'timed out' : `exit ${check.exit}`,
      good: isAsItShould(kind, check.exit === 0 && !check.timed_out),
      ms: check.duration_ms,
      output: check.artifact ?? '',
    }),
  )
  return { items: rows, ...cut }
}

const MAX_FILES = 200

export function changesOf(state: RunState): ChangeFacts | null {
  const work = shownWork(state)
  if (!work) return null
  const sum = (of: 'added' | 'deleted') => work.files.reduce((all, file) => all + file[of], 0)
  return {
    head: work.head,
    commits: work.commits,
    added: sum('added'),
    deleted: sum('deleted'),
    files: work.files.slice(0, MAX_FILES),
    more_files: work.more_files + Math.max(0, work.files.length - MAX_FILES),
    took_along: work.took_along.slice(0, MAX_FILES),
    oddities: work.oddities ?? [],
    last_attempt: lastAttempt(state),
  }
}

export function gatesOf({ gates }: RunState): RunFacts['gates'] {
  const rows = Object.values(gates).map(
    ({ kind, question, answer, by }): GateRow => ({
      kind,
      question,
      answer: answer ?? 'open',
      by: by ?? '',
    }),
  )
  return bounded(rows, 20, 60)
}

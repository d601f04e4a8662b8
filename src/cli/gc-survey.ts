import { existsSync, statSync } from 'node:fs'
import { applyEvent } from '../core/fold.ts'
import { openGates } from '../core/open-gates.ts'
import type { RescueRef, RunFacts, Standing } from '../core/retention.ts'
import { initialState, type RunState } from '../core/state.ts'
import { START_MS } from '../policy/retention.ts'
import { readIndex } from '../store/index-file.ts'
import { type ReadResult, readJournal } from '../store/journal.ts'
import type { Layout } from '../store/layout.ts'
import { type RemovedRun, removedRuns } from '../store/removed-runs.ts'
import { runFiles } from '../store/run-files.ts'
import { isRunId } from '../store/run-id.ts'
import { sizeOf } from '../store/size-of.ts'
import { holdsWork } from '../workspace/hold-back.ts'
import { allRescues, checkedOutRefs, type KeptRescue, keptBranch } from '../workspace/kept-refs.ts'
import type { Repository } from '../workspace/repository.ts'
import { workFolder } from '../workspace/work-folder.ts'
import { runIds } from './find-run.ts'
import { liveOwner } from './owner.ts'

export interface SurveyedRun extends RunFacts {
  bytes: number
  /** Of the folder outside the repository. */
  work_bytes: number
  /** How many events its log had when it was looked at; `null`: there is none. */
  events: number | null
}

export interface Survey {
  repo: Repository
  layout: Layout
  env: Record<string, string | undefined>
  /** Look for branches too. */
  branches: boolean
}

/** Every run that this project knows: by its log, or by what is written of it elsewhere. Another worktree's runs are not ours to judge. */
export async function surveyRuns(survey: Survey): Promise<SurveyedRun[]> {
  const { repo, layout } = survey
  const rescues = await allRescues(repo)
  const checkedOut = survey.branches ? await checkedOutRefs(repo) : new Set<string>()
  const logs = runIds(layout).filter(isRunId)
  const runs: SurveyedRun[] = []
  for (const run of logs) {
    const read = readLog(layout, run)
    const { start } = read.state
    const branch = survey.branches && start ? await keptBranch(repo, { ...start, checkedOut }) : null
    runs.push({ ...fromLog(survey, run, read), rescues: refsOf(run, rescues, read), branch })
  }
  for (const gone of goneRuns(layout, new Set(logs))) {
    const { run_id: run, since, branch: name, target } = gone
    const isKnown = survey.branches && name !== null && target !== null
    const branch = isKnown ? await keptBranch(repo, { branch: name, target, checkedOut }) : null
    runs.push({ ...GONE, run, since, rescues: refsOf(run, rescues, unsaid(since)), branch })
  }
  return runs
}

interface ReadLog {
  state: RunState
  read: ReadResult
  /** Rescue ref → when the log says it was saved. */
  saved: Map<string, string>
}

function readLog(layout: Layout, run: string): ReadLog {
  const state = initialState(run)
  const saved = new Map<string, string>()
  const read = readJournal(layout.log(run), (event) => {
    applyEvent(state, event)
    if (event.type === 'rescue.saved') saved.set(event.data.ref, event.ts)
  })
  return { state, read, saved }
}

type Facts = Omit<SurveyedRun, 'rescues' | 'branch'>

function fromLog({ repo, layout, env }: Survey, run: string, log: ReadLog): Facts {
  const { state, read } = log
  const work = workFolder(repo, run, env)
  const standing = standingOf(layout, run, log)
  return {
    run,
    standing,
    since: standing === 'never started' ? changedAt(layout.log(run)) : (state.endedAt ?? state.lastAt),
    work: existsSync(work),
    ...(holdsWork(work) ? { holds: true } : {}),
    bytes: runFiles(layout, run).reduce((sum, path) => sum + sizeOf(path), sizeOf(work)),
    work_bytes: sizeOf(work),
    events: read.events,
  }
}

function standingOf(layout: Layout, run: string, { state, read }: ReadLog): Standing {
  if (liveOwner(layout, run)) return 'running'
  if (!read.ok) return 'damaged log'
  // Somebody began to go on with it, or it was cut off: a resume tells which.
  if (read.torn > 0) return 'torn log'
  if (openGates(state).length > 0) return 'waiting'
  if (state.ended) return 'ended'
  if (!state.start) return isStarting(layout.log(run)) ? 'running' : 'never started'
  return state.start.live && state.interrupted === null ? 'running' : 'interrupted'
}

function isStarting(log: string): boolean {
  return Math.abs(Date.now() - statSync(log).mtimeMs) < START_MS
}

function changedAt(path: string): string {
  return new Date(statSync(path).mtimeMs).toISOString()
}

/** A commit's date is its author's word, so a ref is as young as anything that speaks of it says. */
function refsOf(
  run: string,
  all: KeptRescue[],
  { state, saved }: Pick<ReadLog, 'saved'> & { state: { lastAt: string | null } },
): RescueRef[] {
  return all.flatMap(({ run: owner, ref, commit, committed }) => {
    if (owner !== run) return []
    const told = saved.get(ref) ?? state.lastAt
    return [{ ref, commit, saved: latest([committed, ...(told === null ? [] : [told])]) }]
  })
}

/** What cannot be read counts as now. */
function latest(instants: string[]): string {
  const times = instants.map((instant) => Date.parse(instant))
  return new Date(times.some(Number.isNaN) ? Date.now() : Math.max(...times)).toISOString()
}

const GONE = { standing: 'gone', work: false, bytes: 0, work_bytes: 0, events: null } as const

/** The log is gone, and with it when each was saved. */
function unsaid(lastAt: string | null): Parameters<typeof refsOf>[2] {
  return { saved: new Map(), state: { lastAt } }
}

/** Runs that an earlier gc removed. It may have kept their refs. */
function goneRuns(layout: Layout, logs: Set<string>): RemovedRun[] {
  const known = new Map<string, RemovedRun>()
  // What was removed by an older version is in the index alone, without its branch.
  for (const { run_id, ended: since } of readIndex(layout))
    known.set(run_id, { run_id, since, branch: null, target: null })
  for (const run of removedRuns(layout)) known.set(run.run_id, run)
  return [...known.values()].filter(
    ({ run_id }) => !logs.has(run_id) && isRunId(run_id) && !existsSync(layout.log(run_id)),
  )
}

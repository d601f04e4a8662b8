import { existsSync, readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { applyEvent } from '../core/fold.ts'
import type { Removal } from '../core/retention.ts'
import { initialState, type RunState } from '../core/state.ts'
import { dropSession, parkedSessions } from '../live/session.ts'
import { keepScore } from '../store/effectiveness.ts'
import { whyOf } from '../store/environment-error.ts'
import { readJournal } from '../store/journal.ts'
import type { Layout } from '../store/layout.ts'
import { tryLock } from '../store/lock.ts'
import { noteRemoved } from '../store/removed-runs.ts'
import { runFiles } from '../store/run-files.ts'
import { dropRef } from '../workspace/kept-refs.ts'
import { passesCheck } from '../workspace/publish.ts'
import { removeFolder, removeWork } from '../workspace/remove.ts'
import type { Repository } from '../workspace/repository.ts'
import { type Rescued, rescueWorkspace } from '../workspace/rescue.ts'
import { secretsAdded } from '../workspace/secrets-added.ts'
import { openVault, type Vault } from '../workspace/vault.ts'
import { workFolder } from '../workspace/work-folder.ts'
import { existingWorkspace } from '../workspace/workspace.ts'
import type { Failpoints } from './failpoints.ts'
import { recallSecrets } from './kept-secrets.ts'
import { mayLeave, whyHeld } from './perform/held-work.ts'
import { scoreLog } from './score-log.ts'

export interface RemovalPlace {
  repo: Repository
  layout: Layout
  env: Record<string, string | undefined>
  failpoints: Failpoints
}

export interface RemovableRun extends Removal {
  /** What its log had when it was decided that it may go. */
  events: number | null
}

/** `saved`: work that was in its folder and nowhere else. */
export type Removed = { ok: true; saved: Rescued[] } | { ok: false; problem: string }

/** Under the run's own lock, and only if nobody went on with it since it was looked at. */
export async function removeRun(place: RemovalPlace, removal: RemovableRun): Promise<Removed> {
  const { layout } = place
  const attempt = tryLock(layout.lock(`run-${removal.run}`))
  if (!attempt.held) return { ok: false, problem: 'another process is at work on it' }
  try {
    const events = eventsIn(layout.log(removal.run))
    // Another gc was faster.
    if (events === null && removal.events !== null) return { ok: true, saved: [] }
    if (events !== removal.events) return { ok: false, problem: 'somebody went on with it meanwhile' }
    return { ok: true, saved: await removeParts(place, removal) }
  } catch (error) {
    // One run that cannot be removed is no reason to leave the others.
    return { ok: false, problem: whyOf(error) }
  } finally {
    attempt.lock.release()
  }
}

/** Locks of runs that are gone, left by whoever was killed while removing them. A run's log is there before its lock. */
export function sweepLocks(layout: Layout): void {
  for (const name of readdirSync(dirname(layout.lock('run')))) {
    const [, run] = /^run-(.+)\.lock$/.exec(name) ?? []
    if (run === undefined || existsSync(layout.log(run))) continue
    const attempt = tryLock(layout.lock(`run-${run}`))
    if (attempt.held) attempt.lock.release()
  }
}

function eventsIn(log: string): number | null {
  return existsSync(log) ? readJournal(log, () => {}).events : null
}

/** The log last: whoever is cut off before leaves a run that the next gc finds and finishes. */
async function removeParts(place: RemovalPlace, removal: RemovableRun): Promise<Rescued[]> {
  const { repo, env, failpoints } = place
  const { run, what } = removal
  const work = workFolder(repo, run, env)
  const saved = what === 'run' && removal.standing !== 'ended' ? await saveWork(place, run, work) : []
  for (const { ref, commit } of [...removal.rescues, ...(removal.branch ? [removal.branch] : [])]) {
    failpoints.hit('gc:ref')
    if (!(await dropRef(repo, ref, commit))) throw new Error(`${ref} moved, or another git holds it`)
  }
  failpoints.hit('gc:work')
  if (existsSync(work)) await removeWork(work)
  if (what === 'run') removeFiles(place, removal)
  failpoints.hit('gc:done')
  return saved
}

function removeFiles({ layout, failpoints }: RemovalPlace, { run, since }: Removal): void {
  const files = runFiles(layout, run)
  for (const path of files.slice(0, -1)) {
    failpoints.hit('gc:file')
    removeFolder(path)
  }
  for (const { session } of parkedSessions(layout).filter((parked) => parked.run === run))
    dropSession(layout, session)
  failpoints.hit('gc:scores')
  const scored = scoreLog(layout, run)
  if (scored.ok && scored.run) keepScore(layout, scored.run)
  // Its refs may stay, and nothing else knows them once the log is gone: a run that never ended is in no index.
  const { start } = readRun(layout, run).state
  noteRemoved(layout, { run_id: run, since, branch: start?.branch ?? null, target: start?.target ?? null })
  failpoints.hit('gc:log')
  removeFolder(files.at(-1)!)
}

/** What a Maker of a run that never ended left in its folder is in no commit yet. */
async function saveWork({ repo, layout }: RemovalPlace, run: string, work: string): Promise<Rescued[]> {
  if (!existsSync(work)) return []
  const { ok, state } = readRun(layout, run)
  if (!ok) throw new Error(`its log cannot be read, and there may be work in ${work}: look there first`)
  const opened = await openVault(repo, run, work)
  recallSecrets(opened)
  const outside = { secretsAdded, passesCheck }
  const vault: Vault = {
    ...opened,
    mayLeave: (commit) => mayLeave({ outside, vault: opened, state }, commit),
  }
  const saved: Rescued[] = []
  for (const step of Object.values(state.steps)) {
    const workspace = step.role === 'maker' ? existingWorkspace(vault, step.id) : null
    const rescued = workspace && (await rescueWorkspace(vault, workspace, step.head))
    if (rescued?.held_in)
      throw new Error(
        `its unfinished work stays in ${rescued.held_in}, since ${await whyHeld({ outside, vault: opened, state }, rescued.commit)}: look there first`,
      )
    if (rescued) saved.push({ ref: rescued.ref, commit: rescued.commit })
  }
  return saved
}

/** `state`: as far as the log can be read. */
function readRun(layout: Layout, run: string): { ok: boolean; state: RunState } {
  const state = initialState(run)
  const { ok } = readJournal(layout.log(run), (event) => applyEvent(state, event))
  return { ok, state }
}

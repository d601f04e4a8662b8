import type { Config } from '../config/schema.ts'
import { stoppedWords } from '../core/stopped-words.ts'
import { type RunContext, record } from '../runtime/context.ts'
import type { Environment, OpenRun } from '../runtime/open-context.ts'
import { reopenRun } from '../runtime/reopen-run.ts'
import { driveRun, type RunEnd } from '../runtime/run.ts'
import { onSignals } from '../runtime/signals.ts'
import { type Layout, layoutOf } from '../store/layout.ts'
import { isAlive, type ProcessIdentity } from '../store/process-identity.ts'
import { type Answer, NOTHING } from './answer.ts'
import { endSession } from './end-session.ts'
import { recordKept } from './protect/record-kept.ts'
import { undoDeletions } from './protect/undo.ts'
import { keepRalph } from './ralph.ts'
import { type HostName, keepSession, type LiveSession, parkSession } from './session.ts'
import { capWords, endWords, gateWords, goOnWords } from './words.ts'

const LABELS = { claude: 'Claude Code (this session)', codex: 'Codex (this session)' }

/** `isNew`: to a session that has not heard of the task. */
export function hostOf(host: HostName, isNew = false) {
  return { label: LABELS[host], isNew, handed: null }
}

async function reopenLive(session: LiveSession, env: Environment, how: How): Promise<OpenRun> {
  const { repo, run: runId } = session
  const webhook = async (logged: Config) =>
    logged.stagnation.notifications.webhook === null
      ? null
      : (await import('./live-project.ts').then(({ openLiveProject }) => openLiveProject(repo.root, env)))
          .config.stagnation.notifications.webhook
  const place = { repo, layout: layoutOf(repo.root), webhook }
  const run = await reopenRun(place, runId, {
    env,
    listeners: [],
    host: hostOf(session.host, how.takenBy !== undefined),
  })
  const { state } = run.context
  const takes = how.takenBy === undefined ? {} : { session: how.takenBy }
  const stopped = state.interrupted !== null && !state.ended && !how.looksOnly
  if (stopped || how.takenBy !== undefined) {
    const reason =
      state.interrupted === null ? 'another session goes on' : `it was ${stoppedWords(state.interrupted)}`
    record(run.context, { type: 'run.resumed', data: { reason, after: state.seq, ...takes } })
  }
  if (state.session === (how.takenBy ?? session.session)) return run
  closeLive(run)
  // A file that anybody can write says which run it is; the log, which is checked, says whose it is.
  throw new Error(`the run ${runId} is not this session's`)
}

/** Not every host takes its hooks along when it dies. */
const HOST_GONE = 'host-gone'
const LOOK_MS = 1_000

/** Decides and performs until the session has something to do, a person is asked, or it is over. */
export async function driveLive(context: RunContext, host: ProcessIdentity | null): Promise<RunEnd> {
  // A host that is stopped, or a person who does not want to wait, ends the checks with it.
  const off = onSignals((signal) => context.abort.abort(signal))
  const looking = setInterval(() => {
    if (host && !isAlive(host)) context.abort.abort(HOST_GONE)
  }, LOOK_MS)
  try {
    return await driveRun(context, {})
  } finally {
    clearInterval(looking)
    off()
  }
}

/** A person's word, or another loop's: the run is over, and nothing of the work is touched. */
export async function endRun(context: RunContext, why: string): Promise<void> {
  const ending = {
    status: 'cancelled',
    exit_code: 130,
    reason: `${why}; the work is in your tree`,
    head: null,
  }
  if (context.state.ended) return
  const { performFinish } = await import('../runtime/perform/finish.ts')
  await performFinish(context, ending)
}

export function closeLive(run: OpenRun): void {
  run.context.journal.close()
  run.release()
}

interface How {
  /** Another session goes on with it: it has not heard of the task. */
  takenBy?: string
  /** Nobody goes on with it here. */
  looksOnly?: boolean
}

/** Opens a session's run, and closes it whatever happens. */
export async function withLive<T>(
  session: LiveSession,
  env: Environment,
  use: (context: RunContext) => Promise<T>,
  how: How = {},
): Promise<T> {
  const run = await reopenLive(session, env, how)
  try {
    if (!how.looksOnly) await recordKept(run.context)
    return await use(run.context)
  } finally {
    closeLive(run)
  }
}

/** How often the host lets a session go on without a person; beyond that it ends the session by itself. */
function capOf({ host }: LiveSession, env: Environment): number {
  if (host === 'codex') return Number.POSITIVE_INFINITY
  const given = env.CLAUDE_CODE_STOP_HOOK_BLOCK_CAP || '8'
  const cap = /^\d+$/.test(given) ? Number(given) : 8
  return cap === 0 ? Number.POSITIVE_INFINITY : cap
}

interface At {
  layout: Layout
  session: LiveSession
  env: Environment
  context: RunContext
}

/** After a Stop: what the session is told, and what its file says from here on. */
export async function afterStop(end: RunEnd, at: At): Promise<Answer> {
  const { layout, session, env } = at
  if (end.kind !== 'handed-over') return afterAll(end, at)
  const cap = capOf(session, env)
  keepRalph(layout, session, at.context.state)
  if (session.blocks >= cap) {
    keepSession(layout, { ...session, errors: 0, held: { text: end.prompt, whole: end.path } })
    return { kind: 'tell', text: capWords(cap) }
  }
  keepSession(layout, { ...session, errors: 0, blocks: session.blocks + 1, held: null })
  const told = goOnWords(at.context.state, end.role)
  return { kind: 'go-on', text: end.prompt, whole: end.path, told }
}

/** The session has nothing more to do: a person is asked, or it is over. */
export async function afterAll(
  end: Exclude<RunEnd, { kind: 'handed-over' }>,
  { layout, session, context }: At,
): Promise<Answer> {
  if (end.kind === 'interrupted' && end.signal === HOST_GONE) parkSession(layout, session.session)
  if (end.kind === 'interrupted' && end.signal !== 'stop') return NOTHING
  if (end.kind === 'waiting') {
    keepSession(layout, { ...session, errors: 0 })
    return { kind: 'tell', text: gateWords(context.state) }
  }
  if (end.kind === 'interrupted') await endRun(context, 'it was stopped from outside')
  endSession(layout, session)
  const undone = await undoDeletions(context)
  return { kind: 'tell', text: [endWords(context.state), ...undone].join('\n') }
}

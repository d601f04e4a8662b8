import { type RunContext, record } from '../runtime/context.ts'
import type { Environment, OpenRun } from '../runtime/open-context.ts'
import type { Project } from '../runtime/project.ts'
import { reopenRun } from '../runtime/reopen-run.ts'
import { driveRun, type RunEnd } from '../runtime/run.ts'
import type { Layout } from '../store/layout.ts'
import { type Answer, NOTHING } from './answer.ts'
import { dropSession, type LiveSession, saveSession } from './session.ts'
import { capWords, endWords, gateWords } from './words.ts'

const LABELS = { claude: 'Claude Code (this session)', codex: 'Codex (this session)' }

export function hostOf({ host }: Pick<LiveSession, 'host'>) {
  return { label: LABELS[host], handed: null }
}

export async function reopenLive(project: Project, session: LiveSession, env: Environment): Promise<OpenRun> {
  const run = await reopenRun(project, session.run, { env, listeners: [], host: hostOf(session) })
  const { state } = run.context
  if (state.interrupted !== null && !state.ended) {
    const data = { reason: `it was stopped by ${state.interrupted}`, after: state.seq }
    record(run.context, { type: 'run.resumed', data })
  }
  return run
}

/** A host that is stopped, or a person who does not want to wait, ends the checks with it. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Decides and performs until the session has something to do, a person is asked, or it is over. */
export async function driveLive(context: RunContext): Promise<RunEnd> {
  const offs = SIGNALS.map((signal) => {
    const stop = () => context.abort.abort(signal)
    process.on(signal, stop)
    return () => process.off(signal, stop)
  })
  try {
    return await driveRun(context, {})
  } finally {
    for (const off of offs) off()
  }
}

export async function closeLive(run: OpenRun): Promise<void> {
  run.context.journal.close()
  run.release()
}

/** How often the host lets a session go on without a person; beyond that it ends the session by itself. */
function capOf({ host }: LiveSession, env: Environment): number {
  if (host === 'codex') return Number.POSITIVE_INFINITY
  const given = Number(env.CLAUDE_CODE_STOP_HOOK_BLOCK_CAP)
  return Number.isInteger(given) && given > 0 ? given : 8
}

interface At {
  layout: Layout
  session: LiveSession
  env: Environment
  context: RunContext
}

/** After a Stop: what the session is told, and what its file says from here on. */
export function afterStop(end: RunEnd, { layout, session, env, context }: At): Answer {
  switch (end.kind) {
    case 'handed-over': {
      const cap = capOf(session, env)
      if (session.blocks >= cap) {
        saveSession(layout, { ...session, errors: 0, held: end.prompt })
        return { kind: 'tell', text: capWords(cap) }
      }
      saveSession(layout, { ...session, errors: 0, blocks: session.blocks + 1, held: null })
      return { kind: 'go-on', prompt: end.prompt }
    }
    case 'waiting':
      saveSession(layout, { ...session, errors: 0 })
      return { kind: 'tell', text: gateWords(context.state) }
    case 'ended':
      dropSession(layout, session.session)
      return { kind: 'tell', text: endWords(context.state) }
    case 'interrupted':
      if (end.signal !== 'stop') return NOTHING
      dropSession(layout, session.session)
      return { kind: 'tell', text: 'wiggum: the loop was stopped from outside.' }
  }
}

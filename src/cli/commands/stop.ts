import type { LiveSession } from '../../live/session.ts'
import type { Layout } from '../../store/layout.ts'
import type { Call, CommandSpec } from '../command.ts'

export const stop: CommandSpec = {
  name: 'stop',
  summary: 'stop a running run cleanly; its work is kept and `resume` goes on',
  args: '[run]',
  examples: ['wiggum stop', 'wiggum stop 2026-11-15-fix-the-date-parser'],
  action: stopRun,
}

async function stopRun(call: Call): Promise<number> {
  const [{ openPlace }, { findRun, listRuns }, { postStop }, { liveOwner }, { Problem, EXIT }, sessions] =
    await Promise.all([
      import('../../runtime/project.ts'),
      import('../find-run.ts'),
      import('../../store/inbox.ts'),
      import('../owner.ts'),
      import('../../runtime/problem.ts'),
      import('../../live/session.ts'),
    ])
  const { layout } = await openPlace(call.cwd)
  const live = [...sessions.parkedSessions(layout), ...sessions.listSessions(sessions.liveFolder(layout))]
  const running = listRuns(layout).filter((run) => liveOwner(layout, run.runId) !== null)
  const runId = call.args[0] ? findRun(layout, call.args[0]) : (running.at(-1)?.runId ?? live.at(-1)?.run)
  const session = live.find(({ run }) => run === runId)
  if (!runId || (!session && liveOwner(layout, runId) === null))
    throw new Problem(
      EXIT.usage,
      runId ? `The run ${runId} is not running` : 'Nothing is running',
      'See: wiggum status.',
    )
  const said = session
    ? await stopLoop(call, layout, session)
    : `Asked ${runId} to stop. Go on later with: wiggum resume ${runId}`
  if (!session) postStop(layout, runId)
  call.out(call.json ? JSON.stringify({ run_id: runId, stopping: true }) : said)
  return 0
}

/** A session's loop, put by or not, is ended here: its session goes on without it. */
async function stopLoop(call: Call, layout: Layout, session: LiveSession): Promise<string> {
  const { stopSession } = await import('../../live/stop-session.ts')
  return stopSession(layout, session, call.env)
}

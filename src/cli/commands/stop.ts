import type { CommandSpec } from '../command.ts'

export const stop: CommandSpec = {
  name: 'stop',
  summary: 'stop a running run cleanly; its work is kept and `resume` goes on',
  args: '[run]',
  examples: ['wiggum stop', 'wiggum stop 2026-11-15-fix-the-date-parser'],
  action: async (call) => {
    const [{ openPlace }, { findRun, listRuns }, { postStop }, { liveOwner }, { Problem, EXIT }] =
      await Promise.all([
        import('../../runtime/project.ts'),
        import('../find-run.ts'),
        import('../../store/inbox.ts'),
        import('../owner.ts'),
        import('../../runtime/problem.ts'),
      ])
    const { layout } = await openPlace(call.cwd)
    const running = listRuns(layout).filter((run) => liveOwner(layout, run.runId) !== null)
    const runId = call.args[0] ? findRun(layout, call.args[0]) : running.at(-1)?.runId
    if (!runId || liveOwner(layout, runId) === null)
      throw new Problem(
        EXIT.usage,
        runId ? `The run ${runId} is not running` : 'Nothing is running',
        'See: wiggum status.',
      )
    postStop(layout, runId)
    call.out(
      call.json
        ? JSON.stringify({ run_id: runId, stopping: true })
        : `Asked ${runId} to stop. Go on later with: wiggum resume ${runId}`,
    )
    return 0
  },
}

import type { CommandSpec } from '../command.ts'

export const status: CommandSpec = {
  name: 'status',
  summary: 'what is running, what waits and for what, how runs ended',
  args: '[run]',
  examples: ['wiggum status', 'wiggum status 2026-11-15-fix-the-date-parser --json'],
  action: async (call) => {
    const [{ openPlace }, { findRun, listRuns, loadRun }, { statusLines, statusOf }] = await Promise.all([
      import('../../runtime/project.ts'),
      import('../find-run.ts'),
      import('../status-view.ts'),
    ])
    const { layout } = await openPlace(call.cwd)
    const runs = call.args[0] ? [loadRun(layout, findRun(layout, call.args[0]))] : listRuns(layout)
    const all = runs.map((run) => statusOf(layout, run))
    if (call.json) call.out(JSON.stringify(call.args[0] ? all[0] : all))
    else if (all.length === 0) call.out('No runs yet. Start one: wiggum run "<task>"')
    else for (const line of all.flatMap((one) => statusLines(one, call.args[0] !== undefined))) call.out(line)
    return 0
  },
}

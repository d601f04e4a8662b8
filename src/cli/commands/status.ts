import { type Call, type CommandSpec, flag } from '../command.ts'

export const status: CommandSpec = {
  name: 'status',
  summary: 'what is running, what waits and for what, how runs ended',
  args: '[run]',
  options: [{ flags: '--metrics', about: 'averages of ended runs, against their targets' }],
  examples: [
    'wiggum status',
    'wiggum status 2026-11-15-fix-the-date-parser --json',
    'wiggum status --metrics',
  ],
  exits: '3 the log of the run that was named cannot be read to its end',
  action: async (call) => {
    if (flag(call, 'metrics')) return showMetrics(call)
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
    return call.args[0] && runs[0]?.damage ? 3 : 0
  },
}

async function showMetrics(call: Call): Promise<number> {
  const [{ openPlace }, { EXIT, Problem }, { metricsOf }, { metricsLines }] = await Promise.all([
    import('../../runtime/project.ts'),
    import('../../runtime/problem.ts'),
    import('../metrics.ts'),
    import('../../report/metrics-view.ts'),
  ])
  if (call.args[0])
    throw new Problem(EXIT.usage, '--metrics is about all runs of the project', 'Leave the run out.')
  const { layout } = await openPlace(call.cwd)
  const view = metricsOf(layout, new Date().toISOString())
  if (call.json) call.out(JSON.stringify(view))
  else for (const line of metricsLines(view)) call.out(line)
  return 0
}

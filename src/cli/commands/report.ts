import { type CommandSpec, text } from '../command.ts'

export const report: CommandSpec = {
  name: 'report',
  summary: 'the report of a run, in Markdown or JSON',
  args: '[run]',
  options: [
    { flags: '--format <format>', about: 'md or json', choices: ['md', 'json'] },
    { flags: '--output <file>', about: 'write to a file instead of the screen' },
  ],
  examples: ['wiggum report', 'wiggum report 2026-11-15-fix-the-date-parser --output report.md'],
  action: async (call) => {
    const [{ openPlace }, { findRun, listRuns, loadRun }, { markdownReport }, { Problem, EXIT }] =
      await Promise.all([
        import('../../runtime/project.ts'),
        import('../find-run.ts'),
        import('../../report/markdown.ts'),
        import('../../runtime/problem.ts'),
      ])
    const { layout } = await openPlace(call.cwd)
    const runId = call.args[0] ? findRun(layout, call.args[0]) : listRuns(layout).at(-1)?.runId
    if (!runId) throw new Problem(EXIT.usage, 'There is no run yet', 'Start one: wiggum run "<task>".')
    const { state, read } = loadRun(layout, runId)
    if (!state?.start)
      throw new Problem(
        EXIT.environment,
        `The log of ${runId} cannot be read${read.ok ? '' : `: line ${read.line}, ${read.problem}`}`,
        '',
      )
    const json = call.json || text(call, 'format') === 'json'
    const body = json ? `${JSON.stringify(state, null, 2)}\n` : markdownReport(state)
    const output = text(call, 'output')
    if (!output) call.out(body.trimEnd())
    else (await import('../../store/files.ts')).writeAtomic(output, body)
    return 0
  },
}

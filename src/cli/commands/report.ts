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
  exits: '3 the log of the run cannot be read to its end',
  action: async (call) => {
    const [{ openPlace }, { readRun }, { markdownReport }] = await Promise.all([
      import('../../runtime/project.ts'),
      import('../read-run.ts'),
      import('../../report/markdown.ts'),
    ])
    const { layout } = await openPlace(call.cwd)
    const { state, damage, mark, exit } = readRun(layout, call.args[0] ?? null)
    const json = call.json || text(call, 'format') === 'json'
    const body = json
      ? `${JSON.stringify(damage ? { ...state, damage } : state, null, 2)}\n`
      : [markdownReport(state), ...(mark ? [`**${mark}**\n`] : [])].join('\n')
    const output = text(call, 'output')
    if (!output) call.out(body.trimEnd())
    else (await import('../../store/files.ts')).writeAtomic(output, body)
    return exit
  },
}

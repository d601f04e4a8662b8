import type { CommandSpec } from '../command.ts'

export const report: CommandSpec = {
  name: 'report',
  summary: 'the report of a run: on the screen, as Markdown, as one HTML page, as JSON',
  args: '[run]',
  options: [
    {
      flags: '--format <format>',
      about:
        'md, html, json or terminal; without it what --output ends in, else terminal on a screen and md off it',
      choices: ['md', 'html', 'json', 'terminal'],
    },
    { flags: '--output <file>', about: 'write to a file instead of the screen' },
    {
      flags: '--watch',
      about: 'follow the run until it ends; with --output the file is written again as it goes on',
    },
  ],
  examples: [
    'wiggum report',
    'wiggum report 2026-11-15-fix-the-date-parser --output report.html',
    'wiggum report --watch',
  ],
  exits:
    '3: the log is damaged; what could be read is reported. 20: with --watch, nobody works on the run any more',
  action: async (call) => (await import('../make-report.ts')).makeReport(call),
}

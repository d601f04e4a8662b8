import type { CommandSpec } from '../command.ts'

export const diagnose: CommandSpec = {
  name: 'diagnose',
  summary:
    'where agents’ runs got stuck and what that cost, from the transcripts on this machine; only reads',
  args: '[transcripts...]',
  options: [
    { flags: '--since <when>', about: 'only runs that were at work since then: 2026-11-01, or 7d' },
    { flags: '--project <folder>', about: 'only runs that worked in it' },
    { flags: '--format <importer>', about: 'what the files are, instead of a guess' },
    {
      flags: '--max-steps <count>',
      about: 'agent steps that a run was allowed, where its transcript does not say',
    },
    { flags: '--limit <count>', about: 'how many of the most wasteful runs are shown; default 10' },
    { flags: '--output <file>', about: 'write one page (.html) or the JSON (.json) beside what is shown' },
  ],
  examples: [
    'wiggum diagnose',
    'wiggum diagnose --since 7d --output week.html',
    'wiggum diagnose ~/.claude/projects/-home-me-app/0b1c.jsonl --max-steps 100',
  ],
  exits: '3: a file cannot be read, or the page cannot be written',
  action: async (call) => (await import('../diagnose.ts')).diagnoseFor(call),
}

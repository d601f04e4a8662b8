import type { CommandSpec } from '../command.ts'

export const review: CommandSpec = {
  name: 'review',
  summary: 'the Check phase alone: have a change reviewed that is already there',
  args: '[range]',
  options: [
    { flags: '--staged', about: 'review what is staged, against HEAD' },
    { flags: '--working-tree', about: 'review everything that is not committed yet, new files too' },
    { flags: '--diff <file>', about: 'review a patch against HEAD; - reads it from standard input' },
    { flags: '--task <intent>', about: 'what the change is for, in a sentence for the reviewers' },
    {
      flags: '--workflow <name>',
      about: 'who reviews: fast, standard (the default), thorough, or one of your own',
    },
    { flags: '--reviewers <names>', about: 'exactly these, as in guardian,sage; all of them are called' },
    {
      flags: '--fail-on <severity>',
      about: 'what gives exit code 10: critical (the default), warning or never',
      choices: ['critical', 'warning', 'never'],
    },
    { flags: '--verify', about: 'run the checks on the reviewed change too' },
    {
      flags: '--check <command>',
      about: 'an acceptance command that must exit 0; means --verify (may be repeated)',
      many: true,
    },
    {
      flags: '--format <format>',
      about: 'the result as md, sarif or json (by the file’s ending)',
      choices: ['md', 'sarif', 'json'],
    },
    { flags: '--output <file>', about: 'where the result goes (standard output)' },
    {
      flags: '--agent <name>',
      about: 'claude, codex, pi, acp:<name> or scripted:<file>; by role: guardian=claude,sage=codex',
    },
    { flags: '--model <name>', about: 'the model of the first agent named' },
    {
      flags: '--effort <level>',
      about: 'how hard the model thinks: low, medium or high',
      choices: ['low', 'medium', 'high'],
    },
    { flags: '--budget-usd <amount>', about: 'stop when this much money is spent' },
    { flags: '--budget-tokens <count>', about: 'stop when this many tokens are spent' },
    { flags: '--meter', about: 'count tokens with a proxy on this machine, exactly and for every agent' },
    {
      flags: '--allow <gate>',
      about: 'what a gate of this kind would ask about does not count (may be repeated)',
      many: true,
    },
  ],
  examples: [
    'wiggum review',
    'wiggum review main...feature --workflow thorough',
    'wiggum review --staged --fail-on warning',
    'git diff | wiggum review --diff - --format md',
    'wiggum review origin/main...HEAD --format sarif --output wiggum.sarif',
  ],
  exits:
    '0 approved, or nothing to review · 3 environment · 4 agent unavailable · 10 findings open · 12 checks red (--verify, --check) · 14 agent failed · 20 waiting for an answer · 21 soft break · 22 hard break · 24 budget · 129/130/143 interrupted',
  action: async (call) => (await import('../begin-review.ts')).beginReview(call),
}

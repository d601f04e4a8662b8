import type { CommandSpec } from '../command.ts'
import { runFlagsOf } from '../run-options.ts'

export const review: CommandSpec = {
  name: 'review',
  summary: 'the Check phase alone: have a change reviewed that is already there',
  args: '[range]',
  options: [
    { flags: '--staged', about: 'review what is staged, against HEAD' },
    { flags: '--working-tree', about: 'review everything that is not committed yet, new files too' },
    { flags: '--diff <file>', about: 'review a patch against HEAD; - reads it from standard input' },
    { flags: '--task <intent>', about: 'what the change is for, in a sentence for the reviewers' },
    { flags: '--reviewers <names>', about: 'exactly these, as in guardian,sage; all of them are called' },
    {
      flags: '--fail-on <severity>',
      about: 'what gives exit code 10: critical (the default), warning or never',
      choices: ['critical', 'warning', 'never'],
    },
    { flags: '--verify', about: 'run the checks on the reviewed change too' },
    {
      flags: '--format <format>',
      about: 'the result as md, sarif or json (by the file’s ending)',
      choices: ['md', 'sarif', 'json'],
    },
    { flags: '--output <file>', about: 'where the result goes (standard output)' },
    ...runFlagsOf('review'),
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

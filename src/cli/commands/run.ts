import type { CommandSpec } from '../command.ts'
import { runFlagsOf } from '../run-options.ts'

const RUN_EXITS =
  '0 landed, or planned (--dry-run) · 3 environment · 4 agent unavailable · 10 findings open, branch left · 11 verified, not merged · 12 verification red · 13 merge conflict · 14 agent failed · 20 waiting for an answer · 21 soft break · 22 hard break · 23 no progress · 24 budget · 129/130/143 interrupted'

export const run: CommandSpec = {
  name: 'run',
  summary: 'carry one task to an end: planned, made in isolation, reviewed, verified, landed',
  args: '<task>',
  options: runFlagsOf('run'),
  examples: [
    'wiggum run "fix: slugs keep trailing dashes"',
    'wiggum run "add a --json flag to export" --check "npm run e2e" --target develop',
    'wiggum run "redesign the cache" --workflow thorough --dry-run',
    'wiggum run "fix the parser" --budget-usd 5 --no-merge --json',
  ],
  exits: RUN_EXITS,
  action: async (call) => {
    const { beginRun } = await import('../begin-run.ts')
    return (await beginRun(call)).carry()
  },
}

import type { CommandSpec } from '../command.ts'
import { runFlagsOf } from '../run-options.ts'
import { run } from './run.ts'

/** Short for `run --strategy loop`. */
export const loop: CommandSpec = {
  ...run,
  name: 'loop',
  summary: 'one agent in verified passes until the task is proven (run --strategy loop)',
  options: runFlagsOf('loop'),
  examples: [
    'wiggum loop "add a --json flag to export" --check "npm run e2e"',
    'wiggum loop "fix the flaky upload" --max-passes 8 --on-stagnation escalate',
    'wiggum loop "a rough draft of the docs"   # a single pass, verified all the same',
  ],
  action: (call) => run.action({ ...call, options: { ...call.options, strategy: 'loop' } }),
}

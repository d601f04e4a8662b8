import type { CommandSpec } from '../command.ts'

export const resume: CommandSpec = {
  name: 'resume',
  summary: 'go on with a run: after a crash, a stop, a question or an ending that left something open',
  args: '[run]',
  options: [{ flags: '--now', about: 'do not wait for an agent’s usage limit: call it at once' }],
  examples: ['wiggum resume', 'wiggum resume 2026-11-15-fix-the-date-parser', 'wiggum resume --now'],
  exits: 'those of `wiggum run`',
  action: async (call) => {
    const { continueRun } = await import('../continue-run.ts')
    return continueRun(call, call.args[0] ?? null)
  },
}

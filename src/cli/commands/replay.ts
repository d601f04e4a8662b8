import type { CommandSpec } from '../command.ts'

export const replay: CommandSpec = {
  name: 'replay',
  summary: 'go through a past run by its log, without calling anybody; timeline: every point of decision',
  args: '<what> [runs...]',
  examples: ['wiggum replay timeline', 'wiggum replay timeline 2026-11-15-fix-the-date-parser --json'],
  exits: '3 the log of the run cannot be read',
  action: async (call) => {
    const { replayRun } = await import('../replay/index.ts')
    return replayRun(call)
  },
}

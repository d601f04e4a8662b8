import type { CommandSpec } from '../command.ts'

export const rescue: CommandSpec = {
  name: 'rescue',
  summary: 'work that was kept before something threw it away: list it, show it, or restore it',
  args: '<action> [ref] [paths...]',
  examples: [
    'wiggum rescue list',
    'wiggum rescue show 2026-11-15-fix-the-date-parser/1',
    'wiggum rescue restore 2026-11-15-fix-the-date-parser/1',
    'wiggum rescue restore 2026-11-15-fix-the-date-parser/1 notes.txt src/dates.ts',
  ],
  exits: '3 some of it could not be restored; the rest was',
  action: async (call) => {
    const { actOnRescues } = await import('../rescues.ts')
    return actOnRescues(call)
  },
}

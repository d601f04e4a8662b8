import type { CommandSpec } from '../command.ts'

export const explain: CommandSpec = {
  name: 'explain',
  summary: 'what a rule or an event means; why a run went as it did, and what to do now',
  args: '[name]',
  examples: [
    'wiggum explain',
    'wiggum explain 2026-11-15-fix-the-date-parser',
    'wiggum explain maker.rogue',
    'wiggum explain wiggum.break --json',
  ],
  exits: '3 the log of the run cannot be read',
  action: async (call) => {
    const { explainName } = await import('../explain-name.ts')
    return explainName(call)
  },
}

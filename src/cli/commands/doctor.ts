import type { CommandSpec } from '../command.ts'

export const doctor: CommandSpec = {
  name: 'doctor',
  summary: 'say what is installed, what is missing, and what protects you here',
  examples: ['wiggum doctor', 'wiggum doctor --json'],
  exits: '3 something that is needed is missing · 4 no agent is installed',
  action: async (call) => {
    const { examine } = await import('../examine.ts')
    return examine(call)
  },
}

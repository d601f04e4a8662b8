import type { CommandSpec } from '../command.ts'

export const detectors: CommandSpec = {
  name: 'detectors',
  summary: 'the rules that watch a run, their numbers, and which are on',
  options: [
    {
      flags: '--layer <layer>',
      about: 'only the rules of one layer',
      choices: ['archetype', 'system', 'boundary', 'stagnation', 'break'],
    },
  ],
  examples: ['wiggum detectors', 'wiggum detectors --layer break', 'wiggum detectors --json'],
  action: async (call) => {
    const { listDetectors } = await import('../list-detectors.ts')
    return listDetectors(call)
  },
}

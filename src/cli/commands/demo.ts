import { demoNames } from '../../agents/scripted/demo-scenario.ts'
import type { CommandSpec } from '../command.ts'

export const demo: CommandSpec = {
  name: 'demo',
  summary: 'a complete run with the built-in scripted agent on a throw-away repository',
  options: [
    {
      flags: '--scenario <name>',
      about: 'what the scripted agent does',
      choices: [...demoNames],
    },
  ],
  examples: ['wiggum demo', 'wiggum demo --scenario liar', 'wiggum demo --scenario fast-escalated'],
  exits: '0 the story ended as told; the run’s own exit code is printed',
  action: async (call) => {
    const { playDemo } = await import('../play-demo.ts')
    return playDemo(call)
  },
}

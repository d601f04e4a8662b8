import type { CommandSpec } from '../command.ts'

export const init: CommandSpec = {
  name: 'init',
  summary:
    'write a commented .wiggum/config.yaml with what was detected (optional: every command works without)',
  options: [{ flags: '--force', about: 'replace an existing configuration' }],
  examples: ['wiggum init', 'wiggum init --force'],
  action: async (call) => {
    const { initProject } = await import('../init-project.ts')
    return initProject(call)
  },
}

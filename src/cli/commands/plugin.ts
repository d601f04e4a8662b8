import type { CommandSpec } from '../command.ts'

export const plugin: CommandSpec = {
  name: 'plugin',
  summary:
    'the loop inside a live session of Claude Code or Codex: install it, uninstall it, or look (doctor)',
  args: '<action>',
  options: [
    { flags: '--user', about: 'in every project of yours; the default' },
    { flags: '--project', about: 'only in this project, and only for you: nothing of it is committed' },
    {
      flags: '--host <name>',
      about: 'claude, codex or all; default: what is installed',
      choices: ['claude', 'codex', 'all'],
    },
  ],
  examples: [
    'wiggum plugin install',
    'wiggum plugin install --project --host claude',
    'wiggum plugin doctor',
    'wiggum plugin uninstall',
  ],
  exits: '3 the plugin is not as it should be (doctor) · 4 neither Claude Code nor Codex is installed',
  action: async (call) => {
    const { actOnPlugin } = await import('../plugin/index.ts')
    return actOnPlugin(call)
  },
}

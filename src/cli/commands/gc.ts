import type { CommandSpec } from '../command.ts'

export const gc: CommandSpec = {
  name: 'gc',
  summary: 'remove what old ended runs left: logs, artifacts, folders; or all of the runs that are named',
  args: '[runs...]',
  options: [
    { flags: '--keep-days <days>', about: 'runs that ended less than so many days ago stay (default 30)' },
    { flags: '--keep-runs <count>', about: 'the newest so many ended runs stay, however old they are' },
    { flags: '--branches', about: 'remove the branches of these runs too, where the target holds them' },
    {
      flags: '--allow <what>',
      about: 'rescue: drop rescue refs younger than 30 days as well',
      choices: ['rescue'],
    },
    { flags: '--dry-run', about: 'only say what would go' },
    { flags: '--yes', about: 'do not ask whether to remove; never drops a young rescue ref' },
  ],
  examples: [
    'wiggum gc --dry-run',
    'wiggum gc --keep-days 7 --keep-runs 20 --yes',
    'wiggum gc 2026-11-15-fix-the-date-parser',
  ],
  exits: '3 something could not be removed; 20 there is something to remove, and nobody to ask: --yes',
  action: async (call) => {
    const { collectGarbage } = await import('../collect-garbage.ts')
    return collectGarbage(call)
  },
}

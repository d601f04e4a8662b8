import { LESSON_KINDS } from '../../core/memory/kinds.ts'
import type { CommandSpec } from '../command.ts'

export const memory: CommandSpec = {
  name: 'memory',
  summary: 'lessons across runs: list, add, forget, inject, check, import or export them',
  args: '<action> [what]',
  options: [
    { flags: '--kind <kind>', about: 'of this kind (list, add)', choices: [...LESSON_KINDS] },
    { flags: '--role <role>', about: 'for this role, such as maker or guardian (list, add)' },
    {
      flags: '--domain <name>',
      about: 'in this domain (list, add, inject)',
      choices: ['code', 'writing', 'research'],
    },
    { flags: '--files <path>', about: 'about this file (add, inject; may be repeated)', many: true },
    { flags: '--strategy <name>', about: 'for a run of this strategy (inject)' },
    { flags: '--archived', about: 'what lies in the archive as well (list, export)' },
    { flags: '--for-good', about: 'delete it instead of archiving it (forget)' },
    { flags: '--run <run>', about: 'write down that this run was given them (inject)' },
  ],
  examples: [
    'wiggum memory list',
    'wiggum memory add "Dates are UTC everywhere; convert only for display"',
    'wiggum memory add "Ask for the migration to be reversible" --role guardian',
    'wiggum memory inject "fix the date parser in src/dates.ts"',
    'wiggum memory check',
    'wiggum memory forget l-1f2e3d4c',
    'wiggum memory export lessons.jsonl',
  ],
  exits: '3 the memory cannot be read or written · 10 something that was mended is back and stands (check)',
  action: async (call) => {
    const { actOnMemory } = await import('../memory/index.ts')
    return actOnMemory(call)
  },
}

import type { CommandSpec } from '../command.ts'

export const runs: CommandSpec = {
  name: 'runs',
  summary: 'list the runs of this project: how they ended, what they took, how large they are',
  options: [
    {
      flags: '--status <status>',
      about: 'only those that stand so, such as landed; may be repeated',
      many: true,
    },
    {
      flags: '--strategy <name>',
      about: 'only those of a strategy: pipeline, pdca, loop, live or review',
      choices: ['pipeline', 'pdca', 'loop', 'live', 'review'],
    },
    {
      flags: '--since <when>',
      about: 'only those begun since then: 2026-11-01, or 7d for the last seven days',
    },
    { flags: '--limit <count>', about: 'only the newest so many' },
  ],
  examples: ['wiggum runs', 'wiggum runs --status landed --since 30d', 'wiggum runs --json --limit 10'],
  action: async (call) => {
    const { listRunsFor } = await import('../list-runs.ts')
    return listRunsFor(call)
  },
}

import type { CommandSpec } from '../command.ts'

export const score: CommandSpec = {
  name: 'score',
  summary: 'what each reviewer is worth, over time; of one run: where each figure comes from',
  args: '[run]',
  options: [
    { flags: '--since <when>', about: 'only runs that ended since then: 2026-11-01, or 30d' },
    { flags: '--reviewer <role>', about: 'only this reviewer, such as sage; may be repeated', many: true },
    { flags: '--model <name>', about: 'only with this model; may be repeated', many: true },
    { flags: '--rebuild', about: 'score every run again that has a log, and keep that' },
  ],
  examples: [
    'wiggum score',
    'wiggum score --since 30d --reviewer sage',
    'wiggum score 2026-11-15-fix-the-date-parser',
  ],
  exits: '3 the log of the run cannot be read',
  action: async (call) => {
    const { showScores } = await import('../show-scores.ts')
    return showScores(call)
  },
}

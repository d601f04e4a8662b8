import type { CommandSpec } from '../command.ts'

export const replay: CommandSpec = {
  name: 'replay',
  summary:
    'go through past runs by their logs, without calling anybody; timeline: every point of decision; whatif: other weights for reviewers, or another policy; compare: two runs side by side',
  args: '<what> [runs...]',
  options: [
    {
      flags: '--weight <reviewer=number>',
      about: 'whatif: how much a reviewer’s word weighs, instead of 1; may be repeated',
      many: true,
    },
    {
      flags: '--threshold <share>',
      about: 'whatif: from which share of the weight on it blocks, above 0 and at most 1; default 0.5',
    },
    {
      flags: '--without <reviewer>',
      about: 'whatif: as if this one had not reviewed; may be repeated',
      many: true,
    },
    {
      flags: '--policy <file>',
      about: 'whatif: keys of the configuration that are otherwise, as for backtest',
    },
    { flags: '--set <key=value>', about: 'whatif: one such key; may be repeated', many: true },
  ],
  examples: [
    'wiggum replay timeline',
    'wiggum replay timeline 2026-11-15-fix-the-date-parser --json',
    'wiggum replay whatif 2026-11-15-fix-the-date-parser --weight guardian=2 --weight sage=0.5 --threshold 0.6',
    'wiggum replay whatif --without skeptic',
    'wiggum replay whatif --set stagnation.threshold=2',
    'wiggum replay compare 2026-11-15-fix-the-date-parser 2026-11-15-fix-the-date-parser-2',
  ],
  exits: '3 the log of a run cannot be read to its end',
  action: async (call) => {
    const { replayRun } = await import('../replay/index.ts')
    return replayRun(call)
  },
}

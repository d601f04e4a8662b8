import { type CommandSpec, flag } from '../command.ts'

export const backtest: CommandSpec = {
  name: 'backtest',
  summary: 'hold past runs against a changed policy: what would have halted, how much earlier, what it saves',
  options: [
    { flags: '--policy <file>', about: 'keys of the configuration that are otherwise' },
    { flags: '--set <key=value>', about: 'one such key; may be repeated', many: true },
    {
      flags: '--sweep <key=values>',
      about: 'one key with several values: 2..6, 0.1..0.5/0.1 or 1,2,5; prints a table and a plot',
    },
    { flags: '--since <when>', about: 'only runs begun since then: 2026-11-01, or 7d' },
    { flags: '--runs <ids>', about: 'only these, with commas between them' },
    { flags: '--save [file]', about: 'write the policy into .wiggum/config.yaml, or into a file' },
    { flags: '--pick <value>', about: 'which value of the sweep is saved, instead of the best' },
    { flags: '--yes', about: 'save without a question' },
    {
      flags: '--calibrate',
      about: 'what the shipped model’s scores mean for the agents of past runs; with --save they count',
    },
    { flags: '--check', about: 'only say whether the rules, asked again, conclude what the logs say' },
  ],
  examples: [
    'wiggum backtest --set stagnation.threshold=2',
    'wiggum backtest --sweep stagnation.threshold=2..6 --since 90d',
    'wiggum backtest --sweep budget.usd=1,2,5 --save --pick 2',
    'wiggum backtest --calibrate --save',
  ],
  exits: '3 the policy cannot be written · 20 there is something to save, and nobody to ask: --yes',
  action: async (call) => {
    if (flag(call, 'calibrate')) {
      const { calibrateFor } = await import('../backtest-calibrate.ts')
      return calibrateFor(call)
    }
    const { backtestFor } = await import('../backtest.ts')
    return backtestFor(call)
  },
}

import type { CommandSpec } from '../command.ts'

const RUN_EXITS =
  '0 landed, or planned (--dry-run) · 3 environment · 4 agent unavailable · 10 findings open, branch left · 11 verified, not merged · 12 verification red · 13 merge conflict · 14 agent failed · 20 waiting for an answer · 21 soft break · 22 hard break · 23 no progress · 24 budget · 129/130/143 interrupted'

export const run: CommandSpec = {
  name: 'run',
  summary: 'carry one task to an end: planned, made in isolation, reviewed, verified, landed',
  args: '<task>',
  options: [
    { flags: '--strategy <name>', about: 'how: pipeline, pdca or loop (auto chooses by the task)' },
    {
      flags: '--workflow <name>',
      about: 'how thorough: fast, standard, thorough, or one of your own (auto chooses by the task)',
    },
    {
      flags: '--agent <name>',
      about:
        'claude, codex, pi, acp:<name> or scripted:<file>; several, as in claude,codex: the next takes over; by role: maker=claude,guardian=codex',
    },
    { flags: '--model <name>', about: 'the model of the first agent named' },
    {
      flags: '--effort <level>',
      about: 'how hard the model thinks: low, medium or high',
      choices: ['low', 'medium', 'high'],
    },
    {
      flags: '--check <command>',
      about: 'an acceptance command that must exit 0 (may be repeated)',
      many: true,
    },
    { flags: '--files <path>', about: 'a file the task is about (may be repeated)', many: true },
    {
      flags: '--domain <name>',
      about: 'code, writing or research',
      choices: ['code', 'writing', 'research'],
    },
    { flags: '--target <branch>', about: 'the branch to land on (the one checked out)' },
    { flags: '--max-cycles <count>', about: 'how often Plan, Do, Check, Act may go round' },
    { flags: '--max-passes <count>', about: 'how often the loop may go round (5)' },
    { flags: '--single-pass', about: 'the loop makes one pass, which is verified all the same' },
    { flags: '--accept', about: 'when the passes are used up: take what is there if its checks are green' },
    {
      flags: '--stagnation-threshold <count>',
      about: 'passes without progress before the breaker opens (3)',
    },
    {
      flags: '--on-stagnation <action>',
      about: 'what then: pause, alert, abort or escalate',
      choices: ['pause', 'alert', 'abort', 'escalate'],
    },
    { flags: '--budget-usd <amount>', about: 'stop when this much money is spent' },
    { flags: '--budget-tokens <count>', about: 'stop when this many tokens are spent' },
    { flags: '--meter', about: 'count tokens with a proxy on this machine, exactly and for every agent' },
    {
      flags: '--allow <gate>',
      about: 'answer a gate of this kind with yes beforehand (may be repeated)',
      many: true,
    },
    {
      flags: '--dry-run',
      about: 'only plan; show who would be called and an estimate of the cost, then ask',
    },
    {
      flags: '--start-from <phase>',
      about: 'begin with this phase and take what comes before it from an earlier run',
      choices: ['plan', 'do', 'check', 'act'],
    },
    { flags: '--from-run <id>', about: 'the earlier run (the newest with the same task)' },
    { flags: '--no-merge', about: 'verify, but leave the branch unmerged' },
    { flags: '--yes', about: 'answer "go on?" questions with yes; never a gate' },
  ],
  examples: [
    'wiggum run "fix: slugs keep trailing dashes"',
    'wiggum run "add a --json flag to export" --check "npm run e2e" --target develop',
    'wiggum run "redesign the cache" --workflow thorough --dry-run',
    'wiggum run "fix the parser" --budget-usd 5 --no-merge --json',
  ],
  exits: RUN_EXITS,
  action: async (call) => {
    const { beginRun } = await import('../begin-run.ts')
    return (await beginRun(call)).carry()
  },
}

import { type Call, type CommandSpec, flag, text, texts } from '../command.ts'

const RUN_EXITS =
  '0 landed, or planned (--dry-run) · 3 environment · 4 agent unavailable · 10 findings open, branch left · 11 verified, not merged · 12 verification red · 13 merge conflict · 14 agent failed · 20 waiting for an answer · 21 soft break · 22 hard break · 24 budget · 129/130/143 interrupted'

export const run: CommandSpec = {
  name: 'run',
  summary: 'carry one task to an end: planned, made in isolation, reviewed, verified, landed',
  args: '<task>',
  options: [
    { flags: '--strategy <name>', about: 'how: pipeline or pdca (auto chooses by the task)' },
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
    const [{ openProject }, { startRun }, { screenFor }, { carryToEnd }] = await Promise.all([
      import('../../runtime/project.ts'),
      import('../../runtime/start.ts'),
      import('../carry.ts'),
      import('../continue-run.ts'),
    ])
    const [{ applyFlags, wishOf }, { startFrom }] = await Promise.all([
      import('../run-wish.ts'),
      import('../start-from.ts'),
    ])
    const project = await openProject(call.cwd, call.env, targetOf(call))
    const config = applyFlags(project.config, runFlags(call))
    const wish = wishOf(call, { ...project, config, from: startFrom(call, project.layout) })
    const screen = screenFor(call)
    const world = { env: call.env, listeners: [screen] }
    const opened = await startRun({ ...project, config }, wish, world)
    return carryToEnd(opened, { call, screen, mayAsk: true })
  },
}

function targetOf({ options }: Call): string | null {
  return typeof options.target === 'string' ? options.target : null
}

function runFlags(call: Call) {
  return {
    model: text(call, 'model'),
    effort: text(call, 'effort'),
    budgetUsd: text(call, 'budgetUsd'),
    budgetTokens: text(call, 'budgetTokens'),
    meter: flag(call, 'meter'),
    maxCycles: text(call, 'maxCycles'),
    strategy: text(call, 'strategy'),
    workflow: text(call, 'workflow'),
    allow: texts(call, 'allow'),
    yes: flag(call, 'yes'),
  }
}

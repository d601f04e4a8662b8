import { type Call, type CommandSpec, flag } from '../command.ts'
import { runFlagsOf } from '../run-options.ts'

export const sprint: CommandSpec = {
  name: 'sprint',
  summary: 'work a queue of tasks, one run after another; add "<task>" and list are about the queue itself',
  args: '[queue] [task]',
  options: [
    { flags: '--max-tasks <count>', about: 'stop after so many tasks' },
    { flags: '--dry-run', about: 'only show the order' },
    ...runFlagsOf('sprint'),
    { flags: '--queue <file>', about: 'with add and list: another queue than .wiggum/queue.json' },
    { flags: '--id <id>', about: 'with add: its name in the queue' },
    { flags: '--priority <number>', about: 'with add: higher goes first' },
    { flags: '--depends-on <id>', about: 'with add: only after this task (may be repeated)', many: true },
    { flags: '--check <command>', about: 'with add: an acceptance command (may be repeated)', many: true },
    { flags: '--files <path>', about: 'with add: a file the task is about (may be repeated)', many: true },
  ],
  examples: [
    'wiggum sprint add "fix: slugs keep trailing dashes" --priority 5',
    'wiggum sprint add "add a --json flag to export" --depends-on fix-slugs-keep-trailing-dashes',
    'wiggum sprint --dry-run',
    'wiggum sprint --budget-usd 20',
    'wiggum sprint tasks.json --max-tasks 3 --json',
  ],
  exits:
    '0 every task done, or as many as asked, and those went well · 3 environment · 4 agent unavailable · 10 tasks failed or blocked · 11 verified, not merged · 20 a task waits for an answer · 21 stopped, quality is degrading · 22 hard break, tasks failed in a row · 24 stopped, little budget is left · 129/130/143 interrupted',
  action: async (call) => {
    const { EXIT, Problem } = await import('../../runtime/problem.ts')
    const [verb = '', extra] = call.args
    const own = ['add', 'list'].includes(verb)
    if (extra !== undefined && !own)
      throw new Problem(EXIT.usage, `"${extra}" is one word too many`, 'Use: wiggum sprint [queue].')
    return own || flag(call, 'dryRun') ? onQueue(call, verb) : work(call)
  },
}

async function onQueue(call: Call, verb: string): Promise<number> {
  const { addTask, listTasks, showOrder } = await import('../sprint-queue.ts')
  if (verb === 'add') return addTask(call)
  return verb === 'list' ? listTasks(call) : showOrder(call)
}

async function work(call: Call): Promise<number> {
  const { workSprint } = await import('../sprint-work.ts')
  return workSprint(call)
}

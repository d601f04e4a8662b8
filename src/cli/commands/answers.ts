import type { Call, CommandSpec } from '../command.ts'

const EXITS = 'those of `wiggum run`, since the run goes on with the answer'
const NO_RESUME = { flags: '--no-resume', about: 'record the answer, but do not go on with the run' }

export const approve: CommandSpec = {
  name: 'approve',
  summary: 'answer the question a run waits for with yes, and go on',
  args: '<run>',
  options: [{ flags: '--gate <id>', about: 'which question, if several are open' }, NO_RESUME],
  examples: ['wiggum approve 2026-11-15-fix-the-date-parser'],
  exits: EXITS,
  action: (call) => give(call, 'yes', null),
}

export const reject: CommandSpec = {
  name: 'reject',
  summary: 'answer the question a run waits for with no, and go on',
  args: '<run> [reason]',
  options: [{ flags: '--gate <id>', about: 'which question, if several are open' }, NO_RESUME],
  examples: ['wiggum reject 2026-11-15-fix-the-date-parser "keep the old tests"'],
  exits: EXITS,
  action: (call) => give(call, 'no', call.args[1] ?? null),
}

export const answer: CommandSpec = {
  name: 'answer',
  summary: 'answer the question a run waits for in words, and go on',
  args: '<run> <text>',
  options: [{ flags: '--gate <id>', about: 'which question, if several are open' }, NO_RESUME],
  examples: ['wiggum answer 2026-11-15-add-export "CSV, with a header line"'],
  exits: EXITS,
  action: (call) => give(call, 'answer', call.args[1] ?? ''),
}

async function give(call: Call, word: string, text: string | null): Promise<number> {
  const { giveAnswer } = await import('../give-answer.ts')
  return giveAnswer(call, word, text)
}

import { Command, CommanderError, Option } from 'commander'
import { EXIT, Problem } from '../runtime/problem.ts'
import { learnSecrets } from '../secrets/known.ts'
import { VERSION } from '../version.ts'
import type { Call, CommandSpec } from './command.ts'
import { commands } from './commands/index.ts'
import { explain } from './failures.ts'
import { print, printJson } from './print.ts'

const collect = (value: string, before: string[] = []): string[] => [...before, value]

function build(done: (exitCode: number) => void): Command {
  const program = new Command('wiggum')
    .description('Runs coding agents until the work is proven, and stops them when it never will be.')
    .version(VERSION, '-V, --version')
    .helpOption('-h, --help', 'show help')
    .addHelpText(
      'after',
      '\nFirst steps:\n  $ wiggum demo\n  $ wiggum doctor\n  $ wiggum run "fix the date parser"',
    )
    .showSuggestionAfterError(true)
    .exitOverride()
    // What is wrong is told in one place, `explain`; commander prints help and nothing else.
    .configureOutput({ outputError: () => {} })
  for (const spec of commands) program.addCommand(define(spec, done).copyInheritedSettings(program))
  return program
}

function define(spec: CommandSpec, done: (exitCode: number) => void): Command {
  const command = new Command(spec.name).description(spec.summary)
  if (spec.args) command.arguments(spec.args)
  for (const { flags, about, many, choices } of spec.options ?? []) {
    const option = new Option(flags, about)
    if (choices) option.choices(choices)
    if (many) option.argParser(collect)
    command.addOption(option)
  }
  command.option('--json', 'print JSON instead of text')
  const examples = spec.examples.map((line) => `  $ ${line}`).join('\n')
  const exits = spec.exits ? `\n\nExit codes: ${spec.exits}` : ''
  command.addHelpText('after', `\nExamples:\n${examples}${exits}`)
  command.action(async (...given: unknown[]) => done(await spec.action(callOf(given))))
  return command
}

/** Commander hands over the arguments, then the options, then the command itself. */
function callOf(given: unknown[]): Call {
  const options = (given.at(-2) ?? {}) as Record<string, unknown>
  const args = given
    .slice(0, -2)
    .flat()
    .filter((arg) => arg !== undefined)
    .map(String)
  return {
    args,
    options,
    json: options.json === true,
    cwd: process.cwd(),
    // A plain copy: reading `process.env` itself asks the system every time.
    env: { ...process.env },
    out: (line) => (options.json === true ? printJson : print)(`${line}\n`),
  }
}

/** One command line, from its words to its exit code. Whoever calls it owns the process. */
export async function runCli(words: string[]): Promise<number> {
  learnSecrets(process.env)
  let code = 0
  try {
    await build((exitCode) => {
      code = exitCode
    }).parseAsync(words, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError && HELP.includes(error.code)) return error.exitCode && 2
    return explain(usageProblem(error), words.includes('--json'))
  }
  return code
}

/** Endings of commander's that are no mistakes; help instead of a missing command is one all the same. */
const HELP = ['commander.help', 'commander.helpDisplayed', 'commander.version']

/** Commander's sentences, with its suggestion, in our form. */
function usageProblem(error: unknown): unknown {
  if (!(error instanceof CommanderError)) return error
  const [message = '', hint = ''] = error.message.replace(/^error: /, '').split('\n')
  return new Problem(EXIT.usage, message, hint.replace(/^\((.*)\)$/, '$1'), { cause: error })
}

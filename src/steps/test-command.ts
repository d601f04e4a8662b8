import { type SimpleCommand, simpleCommands } from './command-line.ts'

/** Which commands run tests, and by which runner. `any`: a script whose runner only its output tells. */

interface Row {
  runner: string
  programs: RegExp
  /** What its arguments must have; nothing: any. */
  when?: (args: string[]) => boolean
}

const first = (pattern: RegExp) => (args: string[]) =>
  pattern.test(args.find((arg) => !/^[-+]/.test(arg)) ?? '')
const some = (pattern: RegExp) => (args: string[]) => args.some((arg) => pattern.test(arg))
/** `test`, `test:unit`, `tests`, `spec`; also after `run`. */
const SCRIPT = /^(?:tests?|t|tst|spec|check)(?:[:_-][\w:.-]+)?$/
const script = (args: string[]) => {
  const names = args.filter((arg) => !arg.startsWith('-'))
  return SCRIPT.test((/^(?:run|run-script)$/.test(names[0] ?? '') ? names[1] : names[0]) ?? '')
}

const ROWS: readonly Row[] = [
  { runner: 'vitest', programs: /^vitest(?:\.mjs)?$/, when: (args) => !first(/^(?:list|init|bench)$/)(args) },
  { runner: 'jest', programs: /^(?:jest|jest\.js)$/ },
  { runner: 'mocha', programs: /^_?mocha(?:\.js)?$/ },
  { runner: 'node', programs: /^node$/, when: some(/^--test$/) },
  { runner: 'pytest', programs: /^(?:pytest|py\.test)$/ },
  { runner: 'unittest', programs: /^(?:unittest|runtests\.py|nose2)$/ },
  { runner: 'unittest', programs: /^(?:manage\.py|django-admin)$/, when: first(/^test$/) },
  { runner: 'any', programs: /^python[\d.]*$/, when: (args) => pythonTests(args) },
  { runner: 'go', programs: /^go$/, when: first(/^test$/) },
  { runner: 'go', programs: /^gotestsum$/ },
  { runner: 'cargo', programs: /^cargo$/, when: first(/^(?:test|t|nextest)$/) },
  {
    runner: 'maven',
    programs: /^mvnw?$/,
    when: (args) => some(/^(?:[\w-]+:)?(?:test|verify|integration-test)$/)(args),
  },
  { runner: 'gradle', programs: /^gradlew?$/, when: some(/(?:^|:)(?:test|check|\w+Test)$/) },
  { runner: 'rspec', programs: /^rspec$/ },
  { runner: 'phpunit', programs: /^phpunit(?:\.phar)?$/ },
  {
    runner: 'any',
    programs: /^(?:npm|yarn|pnpm|bun|make|gmake|just|task|rake|rails|composer|mix)$/,
    when: script,
  },
  { runner: 'any', programs: /^(?:tox|nox|ctest|ava|tap|jasmine|karma|pest)$/ },
  { runner: 'any', programs: /^(?:deno|dotnet|swift|playwright|ng|flutter|zig)$/, when: first(/^test$/) },
  { runner: 'any', programs: /^(?:run[-_])?tests?(?:\.(?:sh|py|js))?$/ },
  {
    runner: 'any',
    programs: /^(?:node|tsx|ts-node|bash|sh|ruby|php)$/,
    when: first(/[._-](?:test|spec)\.\w+$|(?:^|\/)(?:run_)?tests?\.\w+$/),
  },
]

/** Asks about the runner, and runs nothing. */
const NO_RUN =
  /^(?:--version|-V|--help|-h|--collect-only|--co|--listTests|--list|--no-run|--dry-run|--skip-tests|-DskipTests(?:=true)?|-Dmaven\.test\.skip(?:=true)?)$/

export function testRunner(command: string): string | null {
  return runnerOf(simpleCommands(command))
}

export function runnerOf(commands: readonly SimpleCommand[]): string | null {
  for (const { words } of commands) {
    const [program = '', ...args] = words
    // Bare `test -f x` is the shell's own question.
    if (program === 'test' || args.some((arg) => NO_RUN.test(arg))) continue
    const row = ROWS.find(({ programs, when }) => programs.test(program) && (when?.(args) ?? true))
    if (row) return row.runner
  }
  return null
}

function pythonTests(args: string[]): boolean {
  const file = args.find((arg) => !arg.startsWith('-'))?.replace(/^.*\//, '') ?? ''
  if (/^manage\.py$/.test(file)) return args.includes('test')
  return /^(?:test_\w+|\w+_tests?|runtests|run_tests?|tests?)\.py$/.test(file)
}

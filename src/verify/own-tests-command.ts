import { type Json, scriptsOf } from './package-json.ts'

/**
 * The test command narrowed to a few test files, for runners whose way of naming files is known. `null` where it is not: then only
 * the whole command can be run. A narrowed run that runs more than was asked for is still a right one, only a slower one.
 */
export function ownTestsCommand(test: string, files: string[], manifest: Json | null): string | null {
  const script = scriptOf(test, manifest)
  const words = plainWords(script?.text ?? test)
  if (!words) return null
  const narrowed = narrow(words, files)
  if (!narrowed) return null
  // What stands around the script is the manager's to run.
  if (script?.hooked) return narrowed.appended ? `${test} -- ${quoted(narrowed.appended)}` : null
  const found = script ? 'PATH="$PWD/node_modules/.bin:$PATH" ' : ''
  return `${found}${quoted([...narrowed.words, ...(narrowed.appended ?? [])])}`
}

interface Narrowed {
  words: string[]
  /** What goes behind the words; `null`: the words themselves had to change. */
  appended: string[] | null
}

const MANAGED = /^(?:npm (?:test|t|tst|run test)|pnpm (?:run )?test|yarn (?:run )?test|bun run test)$/

/** The script behind `npm test` and its kin, and whether others run before or after it. */
function scriptOf(test: string, manifest: Json | null): { text: string; hooked: boolean } | null {
  if (!MANAGED.test(test.trim())) return null
  const scripts = scriptsOf(manifest)
  const text = scripts.get('test')
  return text === undefined ? null : { text, hooked: scripts.has('pretest') || scripts.has('posttest') }
}

/** One simple command; `null` where the shell would have more to say than to split it into words. */
function plainWords(command: string): string[] | null {
  const words: string[] = []
  for (const [, double, single, bare] of command.matchAll(/"([^"$`\\]*)"|'([^']*)'|(\S+)/g)) {
    const word = double ?? single ?? bare ?? ''
    if (bare !== undefined && !/^[\w@%+=:,./*{}[\]!?~^-]+$/.test(bare)) return null
    words.push(word)
  }
  return words.length > 0 ? words : null
}

interface Runner {
  /** Whether these words, behind assignments and wrappers, call it. */
  called(words: string[]): boolean
  narrow(words: string[], files: string[]): Narrowed | null
}

const WRAPPERS = new Set([
  'npx',
  'pnpx',
  'bunx',
  'cross-env',
  'c8',
  'uv',
  'poetry',
  'run',
  '--no-install',
  'exec',
  '--',
])

function narrow(words: string[], files: string[]): Narrowed | null {
  const at = words.findIndex((word) => !/^[A-Z_][A-Z0-9_]*=/.test(word) && !WRAPPERS.has(word))
  const [before, call] = [words.slice(0, at), words.slice(at)]
  // Assignments are the shell's: quoted, they would be a program's name.
  if (at === -1 || before.some((word) => /^[A-Z_][A-Z0-9_]*=/.test(word) && !before.includes('cross-env')))
    return null
  const runner = runners.find((each) => each.called(call))
  const narrowed = runner?.narrow(call, files) ?? null
  return narrowed && { ...narrowed, words: [...before, ...narrowed.words] }
}

/** Files behind the options; those that the command named are left out, if every word can be told apart. */
function behind(valued: RegExp, keep: string[] = []): Runner['narrow'] {
  return (words, files) => {
    const rest = words.slice(1)
    const kept = rest.filter(
      (word, i) => word.startsWith('-') || keep.includes(word) || valued.test(rest[i - 1] ?? ''),
    )
    const all = [words[0] ?? '', ...kept]
    return { words: all, appended: files }
  }
}

const NODE_VALUES =
  /^(?:--import|--require|-r|--loader|--experimental-loader|--test-reporter|--test-reporter-destination|--test-concurrency|--test-timeout|--conditions|-C|--env-file)$/
const VITEST_VALUES = /^(?:--config|-c|--project|--reporter|--environment|--pool|--dir|--root|-r|--mode)$/
const MOCHA_VALUES = /^(?:--require|-r|--reporter|-R|--timeout|-t|--config|--ui|-u|--extension|--import)$/
const JEST_VALUES = /^(?:--config|-c|--testTimeout|--maxWorkers|-w|--env|--preset|--rootDir|--setupFiles)$/
const PYTEST_VALUES = /^(?:-c|-p|-n|-o|-W|--rootdir|--confcutdir|--import-mode|--tb|-r)$/

const isProgram = (name: RegExp) => (words: string[]) => name.test(words[0] ?? '')
const isPythonModule = (module: string) => (words: string[]) =>
  /^python[\d.]*$/.test(words[0] ?? '') && words[1] === '-m' && words[2] === module

const runners: Runner[] = [
  {
    called: (words) => words[0] === 'node' && words.includes('--test'),
    narrow: behind(NODE_VALUES),
  },
  { called: isProgram(/^vitest$/), narrow: behind(VITEST_VALUES, ['run']) },
  {
    called: isProgram(/^jest$/),
    narrow: (words, files) => behind(JEST_VALUES)(words, ['--runTestsByPath', ...files]),
  },
  { called: isProgram(/^_?mocha$/), narrow: behind(MOCHA_VALUES) },
  { called: isProgram(/^(?:ava|tap)$/), narrow: behind(/^--(?:config|timeout|concurrency|reporter)$/) },
  { called: isProgram(/^(?:pytest|py\.test)$/), narrow: behind(PYTEST_VALUES) },
  {
    called: isPythonModule('pytest'),
    narrow: (words, files) => inModule(words, behind(PYTEST_VALUES), files),
  },
  { called: isPythonModule('unittest'), narrow: narrowUnittest },
  { called: (words) => words[0] === 'go' && words[1] === 'test', narrow: narrowGo },
]

/** `python -m pytest …`: what follows the module is as behind the program of that name. */
function inModule(words: string[], rest: Runner['narrow'], files: string[]): Narrowed | null {
  const narrowed = rest(words.slice(2), files)
  return narrowed && { ...narrowed, words: [...words.slice(0, 2), ...narrowed.words] }
}

/** Found as the command finds them, so that what they import is found, too; only the pattern is theirs. */
function narrowUnittest(words: string[], files: string[]): Narrowed | null {
  const [file] = files
  if (words[3] !== 'discover' || files.length !== 1 || !file) return null
  const pattern = words.findIndex((word) => word === '-p' || word === '--pattern')
  const kept = pattern === -1 ? words : [...words.slice(0, pattern), ...words.slice(pattern + 2)]
  return { words: [...kept, '-p', file.slice(file.lastIndexOf('/') + 1)], appended: null }
}

/** Go tests packages, which are folders. */
function narrowGo(words: string[], files: string[]): Narrowed | null {
  const folders = [...new Set(files.map((file) => `./${file.slice(0, Math.max(0, file.lastIndexOf('/')))}`))]
  const options = words.slice(2).filter((word) => word.startsWith('-'))
  return { words: ['go', 'test', ...options, ...folders], appended: null }
}

function quoted(words: string[]): string {
  return words
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(' ')
}

import { type SimpleCommand, simpleCommands } from './command-line.ts'
import type { FilesTouched, ToolKind } from './step.ts'
import { runnerOf } from './test-command.ts'

/** The weightiest first: `cd x && cat y && npm test` is a test. */
const WEIGHT: readonly ToolKind[] = ['build', 'edit', 'write', 'git', 'web', 'shell', 'search', 'read']

interface Row {
  kind: ToolKind
  programs: RegExp
  when?: RegExp
}

/** `when` is matched against the arguments, joined by spaces. The first row that fits counts. */
const ROWS: readonly Row[] = [
  {
    kind: 'build',
    programs:
      /^(?:tsc|vue-tsc|esbuild|webpack|rollup|tsup|swc|gcc|g\+\+|cc|c\+\+|clang(?:\+\+)?|rustc|javac|kotlinc|ninja|cmake|msbuild)$/,
  },
  {
    kind: 'build',
    programs:
      /^(?:eslint|biome|prettier|mypy|pyright|ruff|flake8|pylint|black|golangci-lint|rubocop|phpstan|clang-tidy|checkstyle|staticcheck)$/,
  },
  {
    kind: 'build',
    programs: /^(?:npm|pnpm|yarn|bun)$/,
    when: /^(?:ci|i|install|add|remove|uninstall|update|rebuild)\b|\b(?:build|compile|lint|typecheck|type-check|tsc)\b/,
  },
  { kind: 'build', programs: /^(?:pip[\d.]*|poetry|uv|pipenv|apt|apt-get|brew|bundle|gem|composer)$/ },
  {
    kind: 'build',
    programs: /^cargo$/,
    when: /^(?:\+\S+ )?(?:build|b|check|c|clippy|fmt|install|add|fetch)\b/,
  },
  { kind: 'build', programs: /^go$/, when: /^(?:build|vet|install|mod|get|generate|fmt)\b/ },
  {
    kind: 'build',
    programs: /^(?:mvnw?|gradlew?|make|gmake|dotnet|swift|vite|next|just|setup\.py|py_compile|compileall)$/,
  },
  { kind: 'search', programs: /^git$/, when: /^(?:grep|ls-files)\b/ },
  { kind: 'edit', programs: /^git$/, when: /^apply\b/ },
  { kind: 'git', programs: /^(?:git|gh|hg|svn|glab)$/ },
  { kind: 'edit', programs: /^(?:sed|gsed)$/, when: /(?:^| )(?:-[a-zA-Z]*i|--in-place)/ },
  { kind: 'edit', programs: /^perl$/, when: /(?:^| )-\w*i/ },
  { kind: 'edit', programs: /^(?:apply_patch|patch|ed|ex)$/ },
  { kind: 'write', programs: /^(?:tee|touch|cp|mv|rm|mkdir|rmdir|ln|install|truncate|dd)$/ },
  { kind: 'web', programs: /^(?:curl|wget|http|https|httpie)$/ },
  { kind: 'search', programs: /^(?:grep|egrep|fgrep|zgrep|rg|ag|ack|find|fd|locate)$/ },
  {
    kind: 'read',
    programs:
      /^(?:cat|head|tail|less|more|ls|tree|stat|wc|file|nl|bat|sed|awk|gawk|cut|sort|uniq|tr|jq|pwd|which|whereis|type|du|df|diff|cmp|xxd|od|strings|dirname|basename|realpath)$/,
  },
]

/** Neither does anything by itself that is worth a kind. */
const SILENT =
  /^(?:cd|pushd|popd|export|set|unset|source|\.|true|false|sleep|echo|printf|:|test|\[|\[\[|fi|done|\}|exit|xargs)$/

export function commandKind(command: string): ToolKind {
  const commands = simpleCommands(command)
  if (runnerOf(commands) !== null) return 'test'
  const kinds = new Set(commands.map(kindOfOne))
  return WEIGHT.find((kind) => kinds.has(kind)) ?? 'shell'
}

function kindOfOne({ words, writes }: SimpleCommand): ToolKind | null {
  const [program = '', ...args] = words
  // `cat > file` and `echo > file` write; a program that logs to a file is still that program.
  if (writes.length > 0 && /^(?:cat|echo|printf|)$/.test(program)) return 'write'
  if (SILENT.test(program)) return null
  const row = ROWS.find(
    ({ programs, when }) => programs.test(program) && (when?.test(args.join(' ')) ?? true),
  )
  return row?.kind ?? 'shell'
}

/** With exit code 1 these answer a question ("nothing found", "they differ"): that is no failure. */
const ASKS = /^(?:grep|egrep|fgrep|zgrep|rg|ag|ack|diff|cmp|test|\[|\[\[|which|type|pgrep)$/

export function answersWithOne(command: string): boolean {
  const [program = '', ...args] = simpleCommands(command).at(-1)?.words ?? []
  if (program === 'git') return /^(?:grep|diff|check-ignore|merge-base)$/.test(args[0] ?? '')
  return ASKS.test(program)
}

/** Then its exit code is that of the one program, and of nothing else. */
export function runsOneProgram(command: string): boolean {
  return (
    simpleCommands(command).filter(({ words }) => !/^(?:cd|export|set|source|)$/.test(words[0] ?? ''))
      .length === 1
  )
}

/** The files that the command line itself names. */
export function filesOfCommand(command: string): FilesTouched {
  const commands = simpleCommands(command)
  return {
    read: commands.flatMap(({ words }) => readOperands(words)),
    changed: commands.flatMap(({ words, writes }) => [...writes, ...changedOperands(words)]),
  }
}

function readOperands([program = '', ...args]: string[]): string[] {
  if (!/^(?:cat|head|tail|nl|less|more|bat|sed)$/.test(program) || inPlace(program, args)) return []
  const names = args.filter((arg) => !/^(?:-.*|\d+|)$/.test(arg))
  return program === 'sed' ? names.slice(1) : names
}

function inPlace(program: string, args: string[]): boolean {
  return /^(?:sed|gsed|perl)$/.test(program) && args.some((arg) => /^(?:-\w*i|--in-place)/.test(arg))
}

function changedOperands([program = '', ...args]: string[]): string[] {
  const names = args.filter((arg) => !arg.startsWith('-') && arg !== '')
  if (/^(?:rm|touch|tee|mv)$/.test(program)) return names
  if (program === 'cp') return names.slice(-1)
  // Its first operand is the program text, unless that came with -e.
  return inPlace(program, args) ? names.slice(args.some((arg) => /^-\w*e$/.test(arg)) ? -1 : 1) : []
}

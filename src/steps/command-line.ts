/** A shell command line, taken apart far enough to tell what it runs. It is read, never run. */

export interface SimpleCommand {
  /** Without quotes, wrappers (`sudo`, `npx`, `A=b`) and redirections; the program's name without its folder. */
  words: string[]
  /** What `>` and `>>` write to. */
  writes: string[]
}

/** The same, with what a closer look needs. */
export interface CommandPart extends SimpleCommand {
  /** As it stands there, wrappers and all; only the quotes are gone. */
  given: string[]
  /** What joins it to the part before: `|`, `&&`, `;(`, … */
  joined: string
  /** Files that `<` reads. */
  reads: string[]
  /** What a here-document or a here-string gives it. */
  input: string
  /** Commands whose output stands in its words. */
  inner: string[]
}

const MAX_CHARS = 8192
const MAX_COMMANDS = 64
const MAX_WORDS = 256

const TOKENS = {
  space: /(?:[ \t\r]|\\\n)+/y,
  comment: /#[^\n]*/y,
  heredoc: /<<-?[ \t]*(['"]?)(\w+)\1/y,
  // A number before an arrow is a channel only if it stands alone; otherwise it belongs to the word before.
  redirect: /(?:\d?(?:>>|>\||>|<<<|<)|&>>?)(?:&(?:\d|-))?/y,
  operator: /&&|\|\||\|&|[;|&()\n]/y,
  word: /(?:'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\$\((?:[^()]|\([^()]*\))*\)|`[^`]*`|\\[\s\S]|[^\s;|&()<>'"`\\])+/y,
}

// In this order: the first that fits counts.
const KINDS = Object.entries(TOKENS).map(([kind, pattern]) => ({
  // The entries of a literal object have its keys.
  kind: kind as keyof typeof TOKENS,
  pattern,
}))

type Token = { kind: keyof typeof TOKENS | 'body'; text: string; tag: string }

/** Several questions are asked about one line in a row, so that the last answer is worth keeping. */
let last: { line: string; commands: readonly SimpleCommand[] } = { line: '', commands: [] }

export function simpleCommands(line: string): readonly SimpleCommand[] {
  if (line !== last.line) last = { line, commands: readCommands(line) }
  return last.commands
}

function readCommands(line: string): SimpleCommand[] {
  return commandParts(unwrapped(line))
    .map(({ words, writes }) => ({ words, writes }))
    .filter(({ words, writes }) => words.length + writes.length > 0)
}

export function commandParts(line: string): CommandPart[] {
  const parts: CommandPart[] = []
  let operators = 0
  let current = emptyPart('')
  let target: string | null = null
  for (const token of tokens(line.slice(0, MAX_CHARS))) {
    if (token.kind === 'operator') {
      const isEmpty = current.given.length + current.writes.length === 0
      if (!isEmpty) parts.push(current)
      current = emptyPart(isEmpty ? current.joined + token.text : token.text)
      target = null
      if (++operators >= MAX_COMMANDS) break
    } else if (token.kind === 'redirect') {
      target = token.text.includes('&') && !token.text.startsWith('&') ? null : token.text
    } else if (token.kind === 'body') {
      current.input += token.text
    } else if (token.kind === 'word') {
      placeWord(current, target, token.text)
      target = null
    }
  }
  parts.push(current)
  return parts
    .filter(({ given, writes }) => given.length + writes.length > 0)
    .map((part) => ({ ...part, words: programOf(part.given.slice(0, MAX_WORDS)) }))
}

function emptyPart(joined: string): CommandPart {
  return { words: [], writes: [], given: [], joined, reads: [], input: '', inner: [] }
}

function placeWord(part: CommandPart, target: string | null, word: string): void {
  part.inner.push(...substituted(word))
  if (target === null) part.given.push(bare(word))
  else if (target === '<<<') part.input += bare(word)
  else if (target.includes('<')) part.reads.push(bare(word))
  else if (!word.startsWith('/dev/')) part.writes.push(bare(word))
}

const IN_WORD =
  /'[^']*'|"((?:\\[\s\S]|[^"\\])*)"|\\[\s\S]|\$\(((?:[^()]|\([^()]*\))*)\)|`((?:\\[\s\S]|[^`\\])*)`/g
const IN_QUOTES = /\\[\s\S]|\$\(((?:[^()]|\([^()]*\))*)\)|`((?:\\[\s\S]|[^`\\])*)`/g

/** `$(…)` and `` `…` ``, but not between single quotes, where they are text. */
function substituted(word: string): string[] {
  if (!/[$`]/.test(word)) return []
  const plain = [...word.matchAll(IN_WORD)]
  const quoted = plain.flatMap((match) => [...(match[1] ?? '').matchAll(IN_QUOTES)])
  const found = [
    ...plain.map((match) => match[2] ?? match[3]),
    ...quoted.map((match) => match[1] ?? match[2]),
  ]
  return found.flatMap((each) => (each ? [each] : []))
}

/** `bash -lc '…'`, as some agents start every command, is that command. */
export function unwrapped(line: string): string {
  const match = /^\s*(?:\/\S*\/)?(?:ba|z|da)?sh\s+-l?i?c\s+(['"]?)([\s\S]*)\1\s*$/.exec(line)
  if (!match || match[2] === '') return line
  const inner = match[2]!
  if (match[1] === "'") return inner.replaceAll(`'\\''`, "'").replaceAll(`'"'"'`, "'")
  return match[1] === '"' ? inner.replace(/\\(["\\$`])/g, '$1') : inner
}

function* tokens(text: string): Generator<Token> {
  const waiting: string[] = []
  for (let at = 0; at < text.length; ) {
    const token = tokenAt(text, at)
    at += token?.text.length ?? 1
    if (!token) continue
    if (token.kind === 'heredoc') waiting.push(token.tag)
    if (token.text === '\n' && waiting.length > 0) {
      const from = at
      while (waiting.length > 0) at = afterHeredoc(text, at, waiting.shift()!)
      yield { kind: 'body', text: text.slice(from, at), tag: '' }
    }
    yield token
  }
}

function tokenAt(text: string, at: number): Token | null {
  for (const { kind, pattern } of KINDS) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match) return { kind, text: match[0], tag: match[2] ?? '' }
  }
  return null
}

/** What a here-document holds is data. */
function afterHeredoc(text: string, at: number, tag: string): number {
  for (let from = at; from < text.length; ) {
    const newline = text.indexOf('\n', from)
    const end = newline < 0 ? text.length : newline
    if (text.slice(from, end).trim() === tag) return end
    from = end + 1
  }
  return text.length
}

function bare(word: string): string {
  return word.replace(/'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"|\\([\s\S])/g, (_, a, b, c) => {
    return a ?? b?.replace(/\\(["\\$`])/g, '$1') ?? c ?? ''
  })
}

/** What stands before the program that does the work; with how many words more each takes along. */
const WRAPPERS: readonly RegExp[] = [
  /^[A-Za-z_]\w*=\S*$/,
  /^(?:sudo|doas|env|time|nohup|command|exec|nice|stdbuf|xvfb-run|then|do|else|if|while|!|\{)$/,
  /^(?:npx|bunx|pnpx|uvx)$/,
]
/** Their options that take the next word along. */
const WITH_VALUE: ReadonlyMap<string, RegExp> = new Map([
  ['sudo', /^-[ughpCDRT]$/],
  ['doas', /^-[uC]$/],
  ['env', /^-[uC]$/],
  ['nice', /^-n$/],
  ['timeout', /^-[sk]$/],
])
const RUNNERS: ReadonlyMap<string, string[]> = new Map(
  Object.entries({
    bundle: ['exec'],
    poetry: ['run'],
    uv: ['run'],
    pipenv: ['run'],
    hatch: ['run'],
    pdm: ['run'],
    pnpm: ['exec', 'dlx'],
    yarn: ['exec', 'dlx'],
    npm: ['exec', 'x'],
    coverage: ['run'],
  }),
)

/** What is commonly run by its bare name after a package manager's. */
const TOOLS = /^(?:jest|vitest|mocha|ava|playwright|tsc|eslint|biome|prettier|vite|webpack)$/

/** Without what stands before the program that does the work. */
export function programOf(words: string[]): string[] {
  let rest = words
  for (let steps = 0; steps < 16 && rest.length > 0; steps++) {
    const next = unwrappedOnce(rest)
    if (next === rest) break
    rest = next
  }
  const [program, ...others] = rest
  return program === undefined ? [] : [program.replace(/^.*[/\\](?=[^/\\])/, ''), ...others]
}

function unwrappedOnce(words: string[]): string[] {
  const [first = '', second = ''] = words
  if (WRAPPERS.some((wrapper) => wrapper.test(first))) return withoutOptions(words.slice(1), first)
  if (first === 'timeout') return withoutOptions(words.slice(1), first).slice(1)
  if (RUNNERS.get(first)?.includes(second)) return withoutOptions(words.slice(2))
  if (/^(?:yarn|pnpm|bun)$/.test(first) && TOOLS.test(second)) return words.slice(1)
  if (/^(?:node|php|ruby)$/.test(first) && /(?:^|\/)(?:node_modules|vendor)\//.test(second))
    return words.slice(1)
  if (/(?:^|\/)python[\d.]*$/.test(first)) {
    const module = words.indexOf('-m')
    const hasOnlyOptionsBefore = words.slice(1, module).every((word) => word.startsWith('-'))
    if (module > 0 && hasOnlyOptionsBefore && words.length > module + 1) return words.slice(module + 1)
  }
  return words
}

function withoutOptions(words: string[], program = ''): string[] {
  let at = 0
  while (words[at]?.startsWith('-')) at += WITH_VALUE.get(program)?.test(words[at]!) ? 2 : 1
  return words.slice(at)
}

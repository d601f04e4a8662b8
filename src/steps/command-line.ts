/** A shell command line, taken apart far enough to tell what it runs. It is read, never run. */

export interface SimpleCommand {
  /** Without quotes, wrappers (`sudo`, `npx`, `A=b`) and redirections; the program's name without its folder. */
  words: string[]
  /** What `>` and `>>` write to. */
  writes: string[]
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

type Token = { kind: keyof typeof TOKENS; text: string; tag: string }

export function simpleCommands(line: string): SimpleCommand[] {
  const commands: SimpleCommand[] = []
  let current: SimpleCommand = { words: [], writes: [] }
  let target: string | null = null
  for (const token of tokens(unwrapped(line).slice(0, MAX_CHARS))) {
    if (token.kind === 'operator') {
      commands.push(current)
      current = { words: [], writes: [] }
      target = null
      if (commands.length >= MAX_COMMANDS) break
    } else if (token.kind === 'redirect') {
      target = token.text.includes('&') && !token.text.startsWith('&') ? null : token.text
    } else if (token.kind === 'word') {
      if (target === null) current.words.push(bare(token.text))
      else if (target.includes('>') && !token.text.startsWith('/dev/')) current.writes.push(bare(token.text))
      target = null
    }
  }
  commands.push(current)
  return commands
    .map(({ words, writes }) => ({ words: programOf(words.slice(0, MAX_WORDS)), writes }))
    .filter(({ words, writes }) => words.length + writes.length > 0)
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
    if (token.text === '\n') while (waiting.length > 0) at = afterHeredoc(text, at, waiting.shift()!)
    yield token
  }
}

function tokenAt(text: string, at: number): Token | null {
  for (const [kind, pattern] of Object.entries(TOKENS)) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    // The entries of a literal object have its keys.
    if (match) return { kind: kind as keyof typeof TOKENS, text: match[0], tag: match[2] ?? '' }
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
  return word.replace(/'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"|\\([\s\S])/g, (_, a, b, c) => a ?? b ?? c ?? '')
}

/** What stands before the program that does the work; with how many words more each takes along. */
const WRAPPERS: readonly RegExp[] = [
  /^[A-Za-z_]\w*=\S*$/,
  /^(?:sudo|env|time|nohup|command|exec|nice|stdbuf|xvfb-run|then|do|else|if|while|!|\{)$/,
  /^(?:npx|bunx|pnpx|uvx)$/,
]
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

function programOf(words: string[]): string[] {
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
  if (WRAPPERS.some((wrapper) => wrapper.test(first))) return withoutOptions(words.slice(1))
  if (first === 'timeout') return withoutOptions(words.slice(1)).slice(1)
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

function withoutOptions(words: string[]): string[] {
  const first = words.findIndex((word) => !word.startsWith('-'))
  return first < 0 ? [] : words.slice(first)
}

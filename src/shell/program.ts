/** What stands before the program that does the work; with how many words more each takes along. */
const WRAPPERS: readonly RegExp[] = [
  /^[A-Za-z_]\w*\+?=/,
  /^(?:sudo|doas|env|time|nohup|setsid|command|builtin|exec|nice|ionice|chrt|stdbuf|xvfb-run|busybox|toybox)$/,
  /^(?:npx|bunx|pnpx|uvx)$/,
]
/** Their options that take the next word along. */
const WITH_VALUE: ReadonlyMap<string, RegExp> = new Map([
  ['sudo', /^-[ughpCDRT]$/],
  ['doas', /^-[uC]$/],
  ['env', /^-[uC]$/],
  ['nice', /^-n$/],
  ['ionice', /^-[cn]$/],
  ['exec', /^-a$/],
  ['timeout', /^-[sk]$/],
  ['flock', /^-[wE]$/],
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
  const [first = '', second = '', third = ''] = words
  if (first === 'env' && /^(?:-S|--split-string)$/.test(second))
    return [...third.split(/\s+/).filter(Boolean), ...words.slice(3)]
  if (WRAPPERS.some((wrapper) => wrapper.test(first))) return withoutOptions(words.slice(1), first)
  if (first === 'timeout' || first === 'flock') return withoutOptions(words.slice(1), first).slice(1)
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

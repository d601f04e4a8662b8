/** Commands that add packages, by how they begin; what follows are their names. */
const INSTALLERS = [
  /^(?:npm|pnpm|yarn|bun) (?:install|i|add)$/,
  /^(?:pip3?|pipx) install$/,
  /^(?:poetry|uv|pdm|cargo|bundle) add$/,
  /^go get$/,
  /^gem install$/,
  /^composer require$/,
]
const THREE_WORDS = [/^uv pip install$/, /^dotnet add package$/]
/** Their next word is no package. */
const WITH_VALUE = new Set([
  '-r',
  '--requirement',
  '-c',
  '--workspace',
  '-w',
  '--filter',
  '--prefix',
  '-C',
  '--group',
  '-G',
  '--features',
  '--index-url',
  '--registry',
])
const MAX_WORDS = 60

/** The packages that a line of shell would add. */
export function installedBy(line: string): string[] {
  if (!/ (?:install|i|add|get|require) /.test(line)) return []
  return line
    .slice(0, 1_000)
    .split(/[;&|]+/)
    .flatMap(addedBy)
}

function addedBy(command: string): string[] {
  const words = command
    .replaceAll(/[`$>]+/g, ' ')
    .trim()
    .split(/\s+/)
    .slice(0, MAX_WORDS)
  const at = words.findIndex((_, index) => lengthAt(words, index) > 0)
  const args = at === -1 ? [] : words.slice(at + lengthAt(words, at))
  return args.some((word) => word === '-g' || word === '--global') ? [] : packagesOf(args)
}

function lengthAt(words: string[], at: number): number {
  if (INSTALLERS.some((pattern) => pattern.test(words.slice(at, at + 2).join(' ')))) return 2
  return THREE_WORDS.some((pattern) => pattern.test(words.slice(at, at + 3).join(' '))) ? 3 : 0
}

function packagesOf(args: string[]): string[] {
  const names: string[] = []
  for (let at = 0; at < args.length; at++) {
    const word = args[at]!
    if (WITH_VALUE.has(word)) at++
    else if (!word.startsWith('-')) {
      const name = packageName(word)
      if (name === null) return names
      names.push(name)
    }
  }
  return names
}

/** Without its version. `null`: it is no package, so words of another kind begin here. */
export function packageName(spec: string): string | null {
  const bare = spec.replaceAll(/^['"]|['",]+$/g, '')
  const name =
    /^(@[\w.-]{1,60}\/[\w.-]{1,80}|[A-Za-z0-9][\w.-]{0,80}(?:\/[\w.-]{1,80}){0,6})(?=$|[@=<>~^![:])/.exec(
      bare,
    )?.[1]
  return name === undefined
    ? null
    : name.replace(/^@types\/(?:(\w+)__)?/, (_, scope) => (scope ? `@${scope}/` : '')).toLowerCase()
}

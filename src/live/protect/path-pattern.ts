/** Signs that stand for other characters in a shell's pattern. */
const SIGNS = /[*?[\]{}]/

export function isPattern(path: string): boolean {
  return SIGNS.test(path)
}

/** As a shell takes it: a star does not go beyond a folder, and does not stand for a dot at the beginning of a name. */
export function shellPattern(path: string): string {
  return translated(path, { star: '[^/]*', one: '[^/]', first: '(?!\\.)' })
}

/** As git takes it: a star stands for anything. */
export function gitPattern(path: string): string {
  return translated(path, { star: '.*', one: '.', first: '' })
}

interface Signs {
  star: string
  one: string
  /** What holds for a sign at the beginning of a name. */
  first: string
}

function translated(path: string, { star, one, first }: Signs): string {
  let depth = 0
  return path.replace(/\*\*\/|\*+|\?|\[[^\]/]*\]|[{},]|[.+^$()|\\/[\]]/g, (sign, at: number) => {
    const begins = at === 0 || path[at - 1] === '/' ? first : ''
    if (sign === '**/') return '(?:.*/)?'
    if (sign.startsWith('*')) return begins + star
    if (sign === '?') return begins + one
    if (sign.length > 1) return `[${sign.slice(1, -1).replace(/^!/, '^').replaceAll('\\', '\\\\')}]`
    if (sign === '{') return ++depth > 0 ? '(?:' : ''
    if (sign === '}') return depth-- > 0 ? ')' : '\\}'
    if (sign === ',') return depth > 0 ? '|' : ','
    return `\\${sign}`
  })
}

/** A pattern that is none after all, such as one with a bracket left open, stands for anything. */
export function asExpression(source: string): RegExp {
  try {
    return new RegExp(`^${source}$`, 's')
  } catch {
    return /^/
  }
}

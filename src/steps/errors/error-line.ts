/** An error as its program said it. `family`: whose error it is; it keeps like-sounding ones apart. */
interface ErrorSaid {
  family: string
  message: string
}

/** Reads an output's lines; `null`: it has no error of this kind. */
export type ErrorReader = (lines: readonly string[]) => ErrorSaid | null

/** One line, one error. The groups `code`, `name` and `message` make up what it says. */
export interface LineRow {
  family: string
  pattern: RegExp
  /** Sums up other lines, or only says that something else failed. */
  but?: RegExp
  /** The line below must be of this form: the first alone could be anybody's. */
  below?: RegExp
  /** Looked for in the lines that follow; its first group is added. */
  more?: RegExp
}

const MORE_LINES = 12

export function firstLine(rows: readonly LineRow[]): ErrorReader {
  return (lines) => {
    for (const [at, line] of lines.entries()) {
      for (const row of rows) {
        const said = readLine(row, line, lines[at + 1] ?? '')
        if (said !== null) return { family: row.family, message: `${said}${moreOf(row, lines, at)}` }
      }
    }
    return null
  }
}

function readLine({ pattern, but, below }: LineRow, line: string, next: string): string | null {
  const match = pattern.exec(line)
  if (!match || but?.test(line) || below?.test(next) === false) return null
  const { code, name, message } = match.groups ?? {}
  const said = [code, name, message].filter((part) => part !== undefined && part.trim() !== '').join(': ')
  return said === '' ? null : said
}

function moreOf({ more }: LineRow, lines: readonly string[], at: number): string {
  if (!more) return ''
  const found = lines.slice(at + 1, at + 1 + MORE_LINES).map((line) => more.exec(line)?.[1])
  const text = found.find((part) => part !== undefined)
  return text === undefined ? '' : ` (${text.trim()})`
}

/**
 * One simple command of a text, roughly. This is no shell parser, and `src/shell` would not do: a word counts wherever it
 * stands, in quotes, in the list of a `for`, in a recipe or in a script of another language. Who reads too much asks once
 * too often; a word that is lost is a test command that may be changed unseen.
 */
export interface Call {
  words: string[]
  /** Index of the program, behind assignments and wrappers. */
  program: number
}

const wrappers = new Set(
  'env exec time nice npx pnpx bunx cross-env dotenv dotenv-cli c8 nyc sudo xvfb-run then do else if ! command'.split(
    ' ',
  ),
)

export function calls(text: string): Call[] {
  return text
    .replaceAll('\\\n', ' ')
    .split(/[;&|\n(){}]+/)
    .map((part) =>
      part
        .trim()
        .replace(/^[@+-]{1,3}/, '')
        .split(/[\s"'`=,<>]+/)
        .filter((word) => word !== ''),
    )
    .filter((words) => words.length > 0)
    .map((words) => ({ words, program: programIndex(words) }))
}

/** `--config=x` and `A=1` were cut at the sign: the value of an assignment is skipped with its name. */
function programIndex(words: string[]): number {
  let at = 0
  while (at < words.length - 1) {
    const word = words[at] ?? ''
    if (/^[A-Z_][A-Z0-9_]*$/.test(word)) at += 2
    else if (wrappers.has(word) || word.startsWith('-')) at++
    else break
  }
  return Math.min(at, words.length - 1)
}

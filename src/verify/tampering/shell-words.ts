/** One simple command of a shell text, roughly: quotes are dropped, so a command inside quotes counts as well. */
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

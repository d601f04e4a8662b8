/** The rules for the first and the last line of a fenced block. */

export interface FenceMark {
  char: string
  length: number
  info: string
}

/** `content` is the line without its indent. */
export function fenceOpening(content: string): FenceMark | null {
  const char = content[0]
  if (char !== '`' && char !== '~') return null
  const length = runLength(content, char)
  if (length < 3) return null
  const info = content.slice(length).trim()
  return char === '`' && info.includes('`') ? null : { char, length, info }
}

export function closesFence(content: string, open: FenceMark): boolean {
  if (content[0] !== open.char) return false
  const length = runLength(content, open.char)
  return length >= open.length && content.slice(length).trim() === ''
}

function runLength(text: string, char: string): number {
  let length = 0
  while (text[length] === char) length++
  return length
}

/** Columns of leading white space (a tab goes to the next multiple of four) and the offset where it ends. */
export function indentOf(line: string): { column: number; offset: number } {
  let column = 0
  let offset = 0
  for (; offset < line.length; offset++) {
    const char = line[offset]
    if (char === ' ') column++
    else if (char === '\t') column += 4 - (column % 4)
    else break
  }
  return { column, offset }
}

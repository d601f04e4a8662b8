/** No honest final message is longer; a flood is not worth reading to its end. */
const MAX_LENGTH = 4_000_000
const MAX_LINES = 100_000

/** The lines, whatever ends them; `null` if there are too many. */
export function linesOf(message: string): string[] | null {
  if (message.length > MAX_LENGTH) return null
  let lines = [message]
  for (const ending of ['\r\n', '\r', '\n']) {
    lines = lines.join('\n').split(ending, MAX_LINES + 1)
    if (lines.length > MAX_LINES) return null
  }
  return lines
}

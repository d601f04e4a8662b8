/** A live line that wraps would be erased wrongly. Escape sequences take no room; a line that is cut loses its colours. */
export function fitLine(line: string): string {
  const columns = process.stdout.columns || 100
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours that `paint` writes
  const bare = line.replace(/\x1b\[[0-9;]*m/g, '')
  return bare.length < columns ? line : `${bare.slice(0, columns - 2)}…`
}

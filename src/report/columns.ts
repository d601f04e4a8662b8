/** For a screen: columns as wide as they need to be. The first row is the headings. */
export function columns(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]!.length)))
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at]!))
      .join('  ')
      .trimEnd(),
  )
}

/** What does not fit ends in a dot-dot-dot. */
export function shortened(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text
}

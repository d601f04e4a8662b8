/** Limits far above any honest file and far below what the YAML library survives. */
const MAX_FLOW_DEPTH = 32
const MAX_INDENT = 160
const MAX_MARKERS = 32

export interface Place {
  line: number
  column: number
}

interface Scan {
  flow: number
  /** Block markers on this line, or keys without a comma between them inside brackets. */
  markers: number
}

/**
 * Where a text nests deeper than we are willing to parse. It runs before the parser because that one recurses: a deep
 * text may not make it throw but end the process. When in doubt it counts too much.
 */
export function tooDeep(text: string): Place | null {
  const scan: Scan = { flow: 0, markers: 0 }
  let line = 0
  for (const content of text.split('\n')) {
    line++
    const column = deepColumn(content, scan)
    if (column !== null) return { line, column }
  }
  return null
}

/** Each level takes a bracket, a column of indentation, or a marker (`- `, `? `, `: `). */
function deepColumn(line: string, scan: Scan): number | null {
  if (scan.flow === 0) scan.markers = 0
  const indent = line.search(/[^ \t]/)
  if (indent > MAX_INDENT) return indent + 1
  for (let at = Math.max(indent, 0); at < line.length; at++) {
    step(line, at, scan)
    if (scan.flow > MAX_FLOW_DEPTH || scan.markers > MAX_MARKERS) return at + 1
  }
  return null
}

function step(line: string, at: number, scan: Scan): void {
  const character = line[at] ?? ''
  if ('[{'.includes(character) && (scan.flow > 0 || opensValue(line, at))) scan.flow++
  if (']}'.includes(character) && scan.flow > 0) scan.flow--
  if ('[{]},'.includes(character) && scan.flow > 0) scan.markers = 0
  if ('-?:'.includes(character) && /^\s?$/.test(line[at + 1] ?? '')) scan.markers++
}

/** A bracket in the middle of words, as in `echo ${HOME}`, opens nothing. */
function opensValue(line: string, at: number): boolean {
  let before = at - 1
  while (before >= 0 && (line[before] === ' ' || line[before] === '\t')) before--
  if (before < 0 || ':-?,[{]}'.includes(line[before] ?? '')) return true
  const word =
    line
      .slice(Math.max(0, before - 80), before + 1)
      .split(/[ \t]/)
      .at(-1) ?? ''
  return /^[&!]/.test(word)
}

import { codeSpans } from './code-spans.ts'
import type { LineKind } from './scan-markdown.ts'

/** Inline code may run over several lines of a paragraph; those it swallows say nothing. */
export function hideLongCodeSpans(lines: string[], kinds: LineKind[]): void {
  for (let first = 0; first < lines.length; first++) {
    if (!inParagraph(lines, kinds, first)) continue
    let end = first + 1
    while (inParagraph(lines, kinds, end)) end++
    if (end - first > 1) hideIn(lines, kinds, [first, end])
    first = end
  }
}

function inParagraph(lines: string[], kinds: LineKind[], at: number): boolean {
  return kinds[at] === 'text' && !lines[at]?.startsWith('|') && !lines[at]?.startsWith('#')
}

function hideIn(lines: string[], kinds: LineKind[], [first, end]: [number, number]): void {
  const spans = codeSpans(lines.slice(first, end).join('\n'))
  let start = 0
  let span = 0
  for (let at = first; at < end; at++) {
    while ((spans[span]?.[1] ?? Number.POSITIVE_INFINITY) <= start) span++
    if ((spans[span]?.[0] ?? Number.POSITIVE_INFINITY) < start) kinds[at] = 'code'
    start += (lines[at]?.length ?? 0) + 1
  }
}

/** Inline code as [start, end) offsets. Linear: the closing run of each opening one is found from the right. */
export function codeSpans(text: string): [number, number][] {
  if (!text.includes('`')) return []
  const { starts, ends } = backtickRuns(text)
  const closing = nextOfSameLength(starts, ends)
  const spans: [number, number][] = []
  for (let run = 0; run < starts.length; run++) {
    const close = closing[run] ?? -1
    if (close === -1) continue
    spans.push([starts[run] ?? 0, ends[close] ?? 0])
    run = close
  }
  return spans
}

export function withoutCodeSpans(text: string): string {
  let out = ''
  let at = 0
  for (const [start, end] of codeSpans(text)) {
    out += `${text.slice(at, start)} `
    at = end
  }
  return out + text.slice(at)
}

function backtickRuns(text: string): { starts: number[]; ends: number[] } {
  const starts: number[] = []
  const ends: number[] = []
  for (let at = text.indexOf('`'); at !== -1; at = text.indexOf('`', at)) {
    starts.push(at)
    while (text[at] === '`') at++
    ends.push(at)
  }
  return { starts, ends }
}

/** For each run the next one as long as it, or -1. */
function nextOfSameLength(starts: number[], ends: number[]): number[] {
  const next = new Array<number>(starts.length).fill(-1)
  const seen = new Map<number, number>()
  for (let run = starts.length - 1; run >= 0; run--) {
    const length = (ends[run] ?? 0) - (starts[run] ?? 0)
    next[run] = seen.get(length) ?? -1
    seen.set(length, run)
  }
  return next
}

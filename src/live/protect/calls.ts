import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asNumber, asText, parseObject } from '../../agents/json-value.ts'

/**
 * When the session's tools ran. A file that changed then was written by the session, any other by somebody else: the
 * user's editor runs beside the session, and nobody tells us of it.
 */
interface Line {
  at: number
  what: 'begins' | 'ends' | 'goes-on'
  id: string
}

/** The clock that file systems stamp files by is a little behind. */
const SLACK_MS = 25

export type Spans = [from: number, to: number][]

export function noteCall(work: string, line: Omit<Line, 'at'> & { at?: number }): void {
  mkdirSync(work, { recursive: true, mode: 0o700 })
  appendFileSync(join(work, NAME), `${JSON.stringify({ at: Date.now(), ...line })}\n`)
}

const NAME = 'calls.jsonl'

/** `ended`: calls whose end is not written down yet. */
export function spansOf(work: string, ended: { id: string; at: number }[], now = Date.now()): Spans {
  const noted = readLines(join(work, NAME))
  const lines = [...noted, ...ended.map(({ id, at }): Line => ({ id, at, what: 'ends' }))]
  lines.sort((one, other) => one.at - other.at)
  const goesOn = lines.find(({ what }) => what === 'goes-on')
  const ends = new Map(lines.flatMap((line) => (line.what === 'ends' ? [[line.id, line.at]] : [])))
  const spans = lines.flatMap((line, at): Spans => {
    if (line.what !== 'begins') return []
    // A call that was refused never ends: then whatever comes next ends it.
    const to = ends.get(line.id) ?? lines.slice(at + 1).find((next) => next.at > line.at)?.at ?? now
    return [[line.at - SLACK_MS, to + SLACK_MS]]
  })
  // What runs in the background may write at any time.
  return goesOn ? [...spans, [goesOn.at - SLACK_MS, Number.POSITIVE_INFINITY]] : spans
}

export function isWithin(spans: Spans, instant: number): boolean {
  return spans.some(([from, to]) => instant >= from && instant <= to)
}

function readLines(path: string): Line[] {
  let text = ''
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return []
  }
  return text.split('\n').flatMap((line): Line[] => {
    const given = parseObject(line)
    const [at, id, what] = [asNumber(given?.at), asText(given?.id), asText(given?.what)]
    const isKnown = what === 'begins' || what === 'ends' || what === 'goes-on'
    return at === null || id === null || !isKnown ? [] : [{ at, id, what }]
  })
}

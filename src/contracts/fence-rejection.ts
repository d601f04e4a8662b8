import { REJECTING } from '../policy/rejection-words.ts'
import { foldLetters } from './fold-letters.ts'
import { isObject, type JsonObject, readJsonObject } from './json-object.ts'
import type { Fence, Scan } from './scan-markdown.ts'

/** A contract of the agent's own that stands where none is read: in a fence with another tag, or in a list. */

const TAGS = /^(?:|json[c5]?|wiggum\S*|verdict|text|txt|ya?ml|md|markdown)$/i
const REJECTING_VALUE = new RegExp(`^\\W*(?:${foldLetters(REJECTING)})\\W*$`)
const BARE = new RegExp(`^\\W*(?:(?:verdict|decision|ruling)\\W{1,4})?(?:${foldLetters(REJECTING)})\\W*$`)
const LABEL_BEFORE =
  /\b(?:verdict|decision|ruling|recommendation|conclusion|judge?ment|my (?:answer|review))\b/i
const OF_THE_PAST =
  /\b(?:previous|earlier|prior|last|first|cycle|round|old|was|says?|said|wrote|writes|reads|prints|returns|maker|contains|example|test|fixture)\b/i

/** The line that rejects; `null`: none. */
export function rejectingFence(scan: Scan): string | null {
  for (const { first, end, info } of [...scan.fences, ...nestedFences(scan)]) {
    if (info.split(/\s/, 1)[0] === 'wiggum' || !TAGS.test(info.split(/\s/, 1)[0] ?? '')) continue
    const text = scan.lines.slice(first, end).join('\n').slice(0, 20_000)
    const lead = leadOf(scan, first - 2)
    if (!OF_THE_PAST.test(lead) && rejectsIn(text, lead)) return text.trim()
  }
  return null
}

function rejectsIn(text: string, lead: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const said = foldLetters(lines.join(' ').trim()).toLowerCase()
  if (lines.length <= 2 && BARE.test(said))
    return /verdict|decision|ruling/.test(said) || LABEL_BEFORE.test(lead)
  const read = said.includes('verdict') ? readJsonObject(text, []) : null
  return read?.ok === true && valueRejects(read.value)
}

/** Fences in lists: their tag is not kept, so what they hold must speak for itself. */
function nestedFences({ fences, kinds, lines }: Scan): Fence[] {
  const top = new Set(fences.flatMap(({ first }) => [first - 1, first]))
  const nested: Fence[] = []
  for (let at = 0; at < kinds.length; at++) {
    if (kinds[at] !== 'fence' || kinds[at - 1] === 'fence' || top.has(at)) continue
    let end = at
    while (end < kinds.length && kinds[end] === 'fence' && !/^\s*(?:`{3,}|~{3,})\s*$/.test(lines[end] ?? ''))
      end++
    nested.push({ info: '', first: at, end, closed: true })
    at = end
  }
  return nested
}

/** The last words before it. */
function leadOf({ kinds, lines }: Scan, from: number): string {
  let at = from
  while (at >= 0 && kinds[at] === 'blank') at--
  return kinds[at] === 'text' || kinds[at] === 'list' ? (lines[at] ?? '').slice(-300) : ''
}

const SAYING_KEYS = /^(?:verdict|decision|ruling|recommendation|conclusion|judge?ment|outcome|answer)$/
const ASKING_KEYS = /^(?:approved?|lgtm|mergeable|can_?merge|ship|ready_?to_?merge|accepted)$/
const MAX_KEYS = 2_000

/** Whether any key of it says that the change is not approved. */
export function valueRejects(value: JsonObject): boolean {
  const open: unknown[] = [value]
  for (let looked = 0; open.length > 0 && looked < MAX_KEYS; ) {
    const next = open.pop()
    if (Array.isArray(next)) open.push(...next.slice(0, MAX_KEYS))
    else if (isObject(next))
      for (const [key, held] of Object.entries(next)) {
        if (++looked > MAX_KEYS) break
        if (keyRejects(key, held)) return true
        if (typeof held === 'object') open.push(held)
      }
    looked++
  }
  return false
}

function keyRejects(key: string, held: unknown): boolean {
  const name = foldLetters(key.slice(0, 60)).trim().toLowerCase()
  if (ASKING_KEYS.test(name)) return held === false || held === 'no' || held === 'false'
  if (!SAYING_KEYS.test(name) || typeof held !== 'string') return false
  return REJECTING_VALUE.test(foldLetters(held.slice(0, 200)).trim().toLowerCase())
}

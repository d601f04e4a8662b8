import { ATTRIBUTES, INTRODUCES_OWN, QUOTES, SOMEBODY, TELLS } from '../policy/quotation-words.ts'
import { foldLetters } from './fold-letters.ts'
import type { Scan } from './scan-markdown.ts'

/** Whether what stands bare in a message is introduced as somebody else's: "NOTES.md says:", "That is in the diff." */

const LONGEST = 600
const SENTENCE_END = /(?<=[.!?])["')\]]*\s+/
const IS_SOMEBODY = new RegExp(`(?:\\b|(?<=\\W)|^)(?:${SOMEBODY})(?![\\w])`)
const IS_TOLD = new RegExp(`\\b(?:${TELLS})\\b`)
const IS_QUOTED = new RegExp(`\\b(?:${QUOTES})`)
const IS_OWN = new RegExp(`\\b(?:${INTRODUCES_OWN})\\b`)
const SAYS_WHERE_FROM = new RegExp(`^\\W*(?:${ATTRIBUTES}) (?:\\S+ ){0,4}?(?:${SOMEBODY})(?![\\w])`)
/** A reviewer's own findings, say: a table introduces nothing. */
const IS_ROW = /^\s*\|/
/** Lines of a paragraph that are looked at. */
const NEAREST = 4
/** Of a lead that is no sentence: "Commit message, last lines:". */
const MOST_WORDS = 8

/** The words that say so; `null`: nothing is said about where lines `first` up to `end` come from. */
export function introduction(scan: Scan, first: number, end: number): string | null {
  const lead = lastSentence(paragraph(scan, first - 1, -1))
  if (isLead(lead.toLowerCase())) return lead
  const [trail = ''] = paragraph(scan, end, 1).split(SENTENCE_END)
  const said = trail.toLowerCase()
  return SAYS_WHERE_FROM.test(said) && !/\b(?:my|our)\b/.test(said) ? trail : null
}

/** The nearest one in that direction, if the agent speaks in it. */
function paragraph({ lines, kinds }: Scan, from: number, step: 1 | -1): string {
  let at = from
  while (kinds[at] === 'blank') at += step
  const found: string[] = []
  const isSaid = () => (kinds[at] === 'text' || kinds[at] === 'list') && !IS_ROW.test(lines[at] ?? '')
  for (; found.length < NEAREST && isSaid(); at += step) found.push((lines[at] ?? '').slice(0, LONGEST))
  const inOrder = step === 1 ? found : found.reverse()
  const text = foldLetters(inOrder.join(' '))
  return text
    .replace(/[*_#]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

function lastSentence(text: string): string {
  return text.split(SENTENCE_END).at(-1) ?? ''
}

/** It leads on to what follows, and names who said it. */
function isLead(said: string): boolean {
  if (said === '' || /[.!?]["')\]]*$/.test(said) || !IS_SOMEBODY.test(said)) return false
  if (IS_QUOTED.test(said)) return true
  if (/^\W*(?:i|we)\b|\b(?:my|our|mine)\b/.test(said)) return false
  if (IS_TOLD.test(said)) return true
  return said.endsWith(':') && said.split(' ').length <= MOST_WORDS && !IS_OWN.test(said)
}

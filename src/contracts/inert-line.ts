import { cleanText } from './clean-text.ts'

/** What nobody sees and a model reads: formats, private and unassigned characters. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cn}]/gu
/** Three or more of what begins a fence, a rule or one of our own begin lines. */
const FENCES = /[`´]{3,}|~{3,}/g
const RULES = /([-=_*#])\1{2,}/g
const TAGS = /<(?=[a-z/!?])/gi
/** Words that count on a line of their own, as they count. */
const COUNTED = /APPROVED|REJECTED|\b(?:DONE_WITH_CONCERNS|NEEDS_CONTEXT|BLOCKED|DONE)\b/g
const LABELS = /(status|verdict|ruling)(\W{0,3}):/gi

/**
 * A stranger's text as one line that can be quoted in a prompt: it cannot begin a block, end a part of the prompt, or
 * say anything in a form that counts. What it says in words stays.
 */
export function inertLine(text: string, max: number): string {
  const line = seenText(text, 4 * max)
    .replace(FENCES, "'''")
    .replace(RULES, '$1$1')
    .replace(TAGS, '‹')
    .replace(COUNTED, (word) => word.toLowerCase())
    .replace(LABELS, '$1$2 -')
  return line.length > max ? `${cleanText(line, max - 1).trimEnd()}…` : line
}

/** One line of what a reader can see. */
export function seenText(text: string, max: number): string {
  return cleanText(text.replace(/\s+/g, ' '), max).replace(UNSEEN, '').replace(/\s+/g, ' ').trim()
}

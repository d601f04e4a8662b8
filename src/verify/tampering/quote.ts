/** Evidence for a sentence: what was there, and what is there now. Nothing unprintable, nothing endless. */
const limit = 200

export function quote(text: string): string {
  const clean = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  if (clean === '') return '(nothing)'
  return clean.length > limit ? `${clean.slice(0, limit)}…` : clean
}

export function beforeAfter(before: string | undefined, after: string | undefined): string {
  return `before: ${quote(before ?? '')} → after: ${quote(after ?? '')}`
}

/** The first line that differs, on both sides. */
export function firstDifference(before: string, after: string): string {
  const [old, now] = [before.split('\n'), after.split('\n')]
  let at = 0
  while (at < Math.max(old.length, now.length) && old[at] === now[at]) at++
  return beforeAfter(old[at], now[at])
}

/** The number of the first line that holds this text; null where there is none. */
export function lineOf(text: string | null, part: string): number | null {
  const at = text === null || part === '' ? -1 : text.indexOf(part)
  return text === null || at < 0 ? null : text.slice(0, at).split('\n').length
}

/** Control characters but newline and tab, marks that turn the direction of writing, and halves of a surrogate pair. */
const UNSAFE = /(?:(?![\n\t])\p{Cc}|\p{Cs}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069])+/gu
/** The same and more, told without the tables of Unicode: most texts have none of it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for them
const SUSPECT = /[\0-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
const CHUNK = 16_384

/** Text from an agent, safe to show and to log, at most `max` UTF-16 units. Reads no further than it must. */
export function cleanText(s: string, max: number): string {
  let clean = ''
  for (let at = 0; at < s.length && clean.length < max; ) {
    const end = at + CHUNK - (splitsPair(s, at + CHUNK) ? 1 : 0)
    const piece = s.slice(at, end)
    clean += SUSPECT.test(piece) ? piece.replace(UNSAFE, '') : piece
    at = end
  }
  const end = Math.max(0, max)
  return clean.slice(0, splitsPair(clean, end) ? end - 1 : end)
}

/** Whether a cut at `end` goes through a pair. */
function splitsPair(s: string, end: number): boolean {
  const last = s.charCodeAt(end - 1)
  return end < s.length && last >= 0xd800 && last <= 0xdbff
}

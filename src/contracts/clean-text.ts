/** Control characters but newline and tab, bidirectional overrides, and halves of a surrogate pair. */
const UNSAFE = /(?:(?![\n\t])\p{Cc}|\p{Cs}|[\u202a-\u202e\u2066-\u2069])+/gu
const CHUNK = 16_384

/** Text from an agent, safe to show and to log, at most `max` UTF-16 units. Reads no further than it must. */
export function cleanText(s: string, max: number): string {
  let clean = ''
  for (let at = 0; at < s.length && clean.length < max; ) {
    const chunk = wholePairs(s.slice(at, at + CHUNK))
    clean += chunk.replace(UNSAFE, '')
    at += chunk.length
  }
  return clean.length <= max ? clean : wholePairs(clean.slice(0, Math.max(0, max)))
}

/** Without a last half of a pair, unless there is nothing else. */
function wholePairs(s: string): string {
  const last = s.charCodeAt(s.length - 1)
  return s.length > 1 && last >= 0xd800 && last <= 0xdbff ? s.slice(0, -1) : s
}

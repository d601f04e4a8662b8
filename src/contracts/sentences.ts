import type { OwnPart } from './own-words.ts'

/** "They approve. I do not." */
const SAYS_IT_DOES_NOT =
  /[^?!]*\bapprov[^?!]{1,100}[.!] (?:but |and )?(?:i|we) (?:do not|don't|cannot|can't|won't)[.!]*$/i

/** A line begins a sentence where the one before it ended one, or where it begins with a capital. */
export function sentencesOf({ text }: OwnPart): string[] {
  const whole = text.replaceAll('\n', ' ')
  const lines = text.includes('\n') ? text.split('\n') : []
  const starting = lines.filter((line, at) => /^\W*[A-Z]/.test(line) || /[.!?:]$/.test(lines[at - 1] ?? '.'))
  const pairs = text.length > 300 ? [] : (whole.match(SAYS_IT_DOES_NOT) ?? [])
  const asked = text.length > 2_000 ? [] : (whole.match(/[^.?!]{3,200}\?["')]*\s+[^.?!]{1,120}[.!]?/g) ?? [])
  return [
    ...pairs,
    ...asked,
    ...[whole, ...starting]
      .flatMap((each) => each.split(/(?<=[.!。])["')\]]*\s+|(?<=\?)["')\]]*\s+(?!(?:no|nope|not|never)\b)/i))
      .filter((each) => /\p{L}{2}|-1/u.test(each)),
  ]
}

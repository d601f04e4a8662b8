import type { Found } from './scan.ts'

/** What a terminal shows nothing of: colours, control characters, characters without a width. */
const UNSEEN = [
  // Colours and moves of the cursor, as they are or escaped: `grep --color` and diffs put them into the middle of a word.
  String.raw`(?:\x1b|\\{1,4}(?:u001[bB]|x1[bB]|e|033))\[[0-9;:?]{0,24}[ -/]{0,2}[@-~]`,
  String.raw`[\0-\x08\x0b\x0c\x0e-\x1f\x7f]`,
  String.raw`[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]`,
  String.raw`\\{1,4}u(?:00(?:0[0-8bBcCe-fE-F]|[189][0-9a-fA-F]|7[fF]|[aA][dD])|20(?:0[b-fB-F]|2[a-eA-E]|6[0-9])|[fF][eE][fF]{2})`,
  // The same in bytes, of a stream, and what is one character of C1 in a text.
  String.raw`\xc2[\x80-\x9f\xad]|\xe2\x80[\x8b-\x8f\xaa-\xae]|\xe2\x81[\xa0-\xa9]|\xef\xbb\xbf`,
  String.raw`(?<![\x80-\xff])[\x80-\x9f](?![\x80-\xff])`,
].join('|')

const ANY = new RegExp(UNSEEN)

/** What `find` finds where all of that is left out, at the places where it stands in the text as it is. */
export function findThroughUnseen(text: string, find: (text: string) => Found[]): Found[] {
  if (!ANY.test(text)) return []
  const { seen, places } = withoutUnseen(text)
  let piece = 0
  const placeOf = (at: number) => {
    while (piece + 1 < places.length && places[piece + 1]!.seen <= at) piece++
    return places[piece]!.text + at - places[piece]!.seen
  }
  return find(seen).map(({ start, end, kind }) => ({
    start: placeOf(start),
    end: placeOf(end - 1) + 1,
    kind,
  }))
}

/** A stretch without any: where it begins in what is left, and in the text. */
interface Place {
  seen: number
  text: number
}

function withoutUnseen(text: string): { seen: string; places: Place[] } {
  const places: Place[] = [{ seen: 0, text: 0 }]
  let seen = ''
  let at = 0
  for (const match of text.matchAll(new RegExp(UNSEEN, 'g'))) {
    seen += text.slice(at, match.index)
    at = match.index + match[0].length
    places.push({ seen: seen.length, text: at })
  }
  return { seen: seen + text.slice(at), places }
}

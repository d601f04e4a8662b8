/** Words that name something, for asking whether two texts speak of the same things. */
export interface Vocabulary {
  words: Set<string>
  /** Beginnings of the words, so that `slug` meets `slugify`. */
  beginnings: Set<string>
}

const MAX_TEXT = 50_000
const MIN_BEGINNING = 4
const HUMP = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z])(?=[0-9])/g

const SAYS_NOTHING = new Set(
  (
    'a an the this that these those it its is are was were be been am do does did has have had can could should would will shall may might ' +
    'must of in on at to from by for with as into onto over under than then so if when while where which who what how why and or but nor not no ' +
    'also just only very too still even any all each every both some such other another same use uses used using add adds added make makes ' +
    'made fix fixes get gets set new old file files code line lines test tests spec src lib app apps package packages index main mod utils util ' +
    'common core js jsx ts tsx mjs cjs py rb go rs java kt cs php json yaml yml toml md html css sh we you i our your their there here one two'
  ).split(' '),
)

/** The words of a sentence, a path or an identifier, without those that are everywhere. */
export function partsOf(text: string): string[] {
  const words = text
    .slice(0, MAX_TEXT)
    .replaceAll(HUMP, ' ')
    .toLowerCase()
    .match(/\p{L}+/gu)
  const telling = (words ?? []).filter((word) => word.length > 1 && !SAYS_NOTHING.has(word))
  return [...new Set(telling.map(stem))]
}

export function vocabularyOf(...texts: string[]): Vocabulary {
  const words = new Set(texts.flatMap(partsOf))
  const beginnings = new Set<string>()
  for (const word of words)
    for (let end = MIN_BEGINNING; end < Math.min(word.length, 40); end++) beginnings.add(word.slice(0, end))
  return { words, beginnings }
}

/** Whether a part is one of the words, or the beginning of one, or one is its beginning. */
export function meets({ words, beginnings }: Vocabulary, part: string): boolean {
  if (words.has(part) || beginnings.has(part)) return true
  for (let end = MIN_BEGINNING; end < Math.min(part.length, 40); end++)
    if (words.has(part.slice(0, end))) return true
  return false
}

/** Every word of the name is among them: whoever said them named it. */
export function names(vocabulary: Vocabulary, name: string): boolean {
  const parts = partsOf(name)
  return parts.length > 0 && parts.every((part) => meets(vocabulary, part))
}

/** Inflections off, as far as that needs no dictionary. */
function stem(word: string): string {
  const short = word.replace(/(?:ing|ies|ied|ed|es|s|y|e)$/, '')
  return short.length >= 3 ? short : word
}

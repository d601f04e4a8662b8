/** The vocabulary of reviews, for comparing two descriptions: data for `describe` in finding-text.ts. */

const words = (text: string): string[] => text.split(' ')

/** Says nothing about which issue it is. Hedges are here too: a hedged finding is still the same one. */
export const STOP_WORDS = new Set(
  words(
    'a an the this that these those it its they them their there here we you your our i is are was were be been being am ' +
      'do does did done has have had having can could should would will shall may might must of in on at to from by for with as into onto ' +
      'over under than then so if when while where which who whom what how why and or but nor also just only very too still even ' +
      'appears appear seems seem potentially possibly probably likely about any all each every both some such other another same ' +
      'issue problem bug finding code line lines file function method because since due via per use uses used using instead ' +
      'makes make made lets let allows allow allowing causes cause causing leads lead leading results result gets get',
  ),
)

/** Reviewers word one thing in many ways; the first word stands for its row. */
const SYNONYMS: string[][] = [
  words(
    'missing no not never without lack lacks lacking absent none omitted omits forgets forgot cannot fails fail failing',
  ),
  words(
    'check checks checked checking validate validates validated validation validating verify verifies verified guard guarded guards',
  ),
  words('sanitise sanitize sanitized sanitised sanitizes escape escapes escaped escaping sanitization'),
  words('null undefined nil nullish'),
  words('error errors exception exceptions throw throws thrown throwing'),
  words(
    'swallow swallows swallowed ignore ignores ignored discard discards discarded suppress suppressed silently silent',
  ),
  words('race races concurrent concurrently concurrency simultaneous simultaneously parallel'),
  words(
    'leak leaks leaked leaking expose exposes exposed exposing disclose discloses disclosed reveal reveals',
  ),
  words('inject injects injected injection injectable'),
  words(
    'concat concatenate concatenates concatenated concatenation interpolate interpolates interpolated interpolation',
  ),
  words('parameter param params parameters argument arguments arg args'),
  words('limit limits limited bound bounds bounded cap capped maximum max'),
  words('duplicate duplicates duplicated duplication copy copies copied repeated repeats'),
  words('delete deletes deleted deleting deletion remove removes removed removing'),
  words('change changes changed changing modify modifies modified alter altered'),
  words('slow slowly performance inefficient quadratic'),
  words('test tests tested testing spec specs'),
  words('cover covers covered coverage exercise exercises exercised'),
  words('query queries statement statements'),
  words('document documents documented documentation docs doc'),
  words('unused dead unreachable'),
  words('close closes closed closing release releases released releasing'),
  words('crash crashes crashed crashing panic panics'),
  words('log logs logged logging logger print prints printed'),
  words('handle handles handled handling'),
  words('empty blank'),
  words('large big huge long oversized'),
  words('hardcoded hardcode hardcodes'),
]

/** Common in any review, so weak as a sign that two are the same. */
export const WEAK = new Set(
  words('missing check error null test cover handl valu input user call return chang'),
)

export const CANONICAL = new Map(
  SYNONYMS.flatMap((row) => row.map((word): [string, string] => [word, row[0] ?? word])),
)

/** `untested` is `missing` + `test`. */
export const NEGATED = new Map<string, string>(
  words(
    'unvalidated:validated unchecked:checked unverified:verified unguarded:guarded unsanitized:sanitized unsanitised:sanitized ' +
      'unescaped:escaped unhandled:handled untested:tested uncovered:covered undocumented:documented unbounded:bounded ' +
      'unlimited:limited unauthenticated:authenticated unauthorized:authorized unclosed:closed unreleased:released',
  ).map((pair): [string, string] => [pair.slice(0, pair.indexOf(':')), pair.slice(pair.indexOf(':') + 1)]),
)

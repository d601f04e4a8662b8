import { CONDITIONAL, DISOWNED, REFUSALS, WITHHELD } from '../policy/withheld-words.ts'
import { isElsewhere } from './not-now.ts'
import { type OwnPart, withoutQuotations } from './own-words.ts'

/** Sentences that keep an approval back, put a condition on it, answer "no" to it, or disown the one that is shown. */

interface Around {
  scope: string
  latest: number
}

const oneOf = (forms: readonly string[]) => forms.map((each) => `(?:${each})`).join('|')
const KEPT_BACK = new RegExp(`(?:^|(?<![\\w'-]))(?:${oneOf(WITHHELD)})`, 'g')
const NOT_MINE = new RegExp(`(?:^|(?<![\\w'-]))(?:${oneOf(DISOWNED)})`)
const CONDITIONED = new RegExp(`(?:^|(?<![\\w'-]))(?:${oneOf(CONDITIONAL)})`)
/** The condition is met, as the sentence itself says. */
const MET =
  /\b(?:and|which|(?<!soon )as|but|so|now) (?:it|they|that|this|he|she|the \w+)?(?: now)? ?(?:is|are|has|have|does|do|did|was|were)\b(?! ?(?:not\b|n't|missing|gone|absent|wrong|nothing|none|no\b|never|nowhere))|[;,] (?:it|they|that|this) (?:is|are|has|have|does|did|was|were)\b(?! ?(?:not\b|n't|missing|gone|absent|wrong|nothing|none|no\b))|; (?:there is|there are) (?:one|some|a)\b/
const REFUSAL = new RegExp(`^\\W*(?:${oneOf(REFUSALS)})\\W*$`)
/** "No" and why. */
const NO_AND_WHY = /^\W*(?:no|nope|never)(?:[,:!;]| -)\W+(?!(?:i|we)\b|need|problems?|issues?)(\S.{3,})$/
const NOTHING_AGAINST =
  /\b(?:not|nothing|none|no|never|without|checked|fine|good|right|works?|longer|neither)\b|n't\b/
const ASKS_IF =
  /\b(?:approv\w+|merge|merged|land|landed|ship|shipped|ready|good enough|good to go|go in|accept(?:ed|able)?|sign(?: \w+)? off|fit|safe to|lgtm)\b/
const ASKS_AGAINST =
  /\b(?:reject\w*|block\w*|refuse\w*|veto\w*|against|wrong|break\w*|criticals?|object\w*|before|missing|stop\w*|fail\w*|fixed|regret|not|n't|without|problem|issue|conflict\w*|bugs?|findings?)\b/
const DENIES =
  /^\W*(?:(?:well|sadly|sorry|i'm afraid|clearly|unfortunately|honestly|in short|i say|my answer(?: is)?|answer|definitely|absolutely|certainly|surely|to me)[,:]? ){0,2}(?:no\b|nope|never|not\b|hardly|far from|by no means|under no|in no way|nowhere near|(?:i|it|this|that|they|we|you)(?: \w+)? ?(?:cannot|can't|could not|do not|don't|does not|doesn't|did not|is not|isn't|should not|shouldn't|must not|will not|won't|would not|wouldn't|may not|has not)\b)/
const LONGEST = 1_000
const LONGEST_ANSWER = 120

export function withholds(sentence: string, part: OwnPart, around: Around): boolean {
  const said = shortened(withoutQuotations(sentence)).toLowerCase().trim()
  const [, asked, answer] = /^(.{3,300}?)\?["')]*\s+(.+)$/.exec(said) ?? []
  if (asked !== undefined && answer !== undefined) return answersNo(asked, answer)
  if (said.endsWith('?')) return false
  if (stands(part) && (REFUSAL.test(said) || refusesAndSaysWhy(said))) return true
  if (CONDITIONED.test(said) && !MET.test(said)) return true
  if (NOT_MINE.test(said)) return true
  for (const match of said.matchAll(KEPT_BACK))
    if (!isElsewhere(said, { at: match.index, end: match.index + match[0].length, ...around, spoken: true }))
      return true
  return false
}

/** A sentence this long was not written by a person: its beginning and its end are enough. */
function shortened(text: string): string {
  return text.length > 2 * LONGEST ? `${text.slice(0, LONGEST)} ${text.slice(-LONGEST)}` : text
}

/** A sentence without a verb says something of the change only where it is not about something that a line names. */
function stands({ shape, scope }: OwnPart): boolean {
  return (
    shape === 'heading' ||
    scope === '' ||
    /approv|verdict|decision|answer|ready|merge|conclusion/i.test(scope)
  )
}

function refusesAndSaysWhy(said: string): boolean {
  if (/^\W*(?:no|nope|never)!+$/.test(said)) return true
  const why = NO_AND_WHY.exec(said)?.[1]
  return why !== undefined && !NOTHING_AGAINST.test(why)
}

/** "Can I approve this? I cannot." Not "Would I block this? No." */
function answersNo(asked: string, answer: string): boolean {
  return (
    ASKS_IF.test(asked) && !ASKS_AGAINST.test(asked) && answer.length <= LONGEST_ANSWER && DENIES.test(answer)
  )
}

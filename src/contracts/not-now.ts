/** Whether words are about another time, another case or another's mouth, and so no verdict of now. */

interface Place {
  /** Where the words begin and end in the sentence (lower case). */
  at: number
  end: number
  scope: string
  /** The highest number of a cycle or round in the whole message. */
  latest: number
  /** A whole sentence of its own: what it says of the past it says by its tense. */
  spoken?: boolean
  /** A question that is answered: no condition. */
  asked?: boolean
}

const OPEN =
  /\b(?:still|stands?|stay(?:s|ed)?|remain(?:s|ed)?|again|unresolved|unfixed|unaddressed|unchanged|as before|as in|same|unlike|once more|(?:not|n't|never|hardly|neither|none|nothing|only|partly|partially|half)\b[^.;]{0,30}\b(?:fixed|resolved|addressed|gone|closed|done))\b/
const PAST_BEFORE =
  /\b(?:previous(?:ly)?|earlier|prior|former(?:ly)?|last (?:cycle|round|review|time|pass|verdict|attempt|version|week|answer)|first (?:cycle|round|review|pass|verdict|attempt|version|answer|look|try|draft|submission)|initial(?:ly)?|original(?:ly)?|at first|old|older|used to|had(?: been)?|was|were|has been|have been|once|in the past|history|superseded|withdrawn)\b/
const PAST_AFTER =
  /^["'`)\]]*\s*[,(-]?\s*(?:was|were|had been|has been (?:lifted|withdrawn|resolved|replaced)|earlier|before\b|previously|originally|initially|in (?:the |my )?(?:last|previous|first|earlier|prior)|last (?:cycle|round|time|review)|the (?:last|first) (?:time|cycle|round)|then\b|back then|verdict of (?:the )?(?:last|previous|first)|finding|no longer)/
const PAST_SCOPE =
  /\b(?:previous|earlier|prior|former|last (?:cycle|round|review|time|pass|verdict)|first (?:cycle|round|review)|history|already (?:fixed|resolved)|resolved|fixed|closed|addressed|background|maker's (?:report|message|answer|notes|summary)|quoted|quote|quotation|rejected alternatives|alternatives)\b/
const SETTLED =
  /(?:\bnow|\bsince(?: then| been)?|\bboth|\ball|\beverything|\bwhich|\bbeen|\bis|\bare|\bwas|\bwere|\bgot|->|=>|[,;:(→-])\s*(?:(?:all|both|now|since|been|has|have|is|are|was|were|properly|fully|also|correctly|verified|again|then|findings?|issues?|of|them|these)\s+){0,5}(?:fixed|resolved|addressed|closed|gone|mended|repaired|corrected|handled|solved|cleared|withdrawn|retracted|revoked|lifted|superseded|dismissed|approved|answered|okmark)\b/
const UNSETTLED =
  /\b(?:but|however|except|not|neither|none|nor|hardly|until|unless|once|must|should|needs?|has to|have to|before|only|partly|partially|nothing)\b|n't\b/
const SUPPOSED =
  /\b(?:considered|considering|consider|thought about|thought of|thinking about|tempted|was going|was about|was inclined|was ready|was prepared|were about|almost|nearly|instead of|rather than|no (?:\w+ )?(?:reason|reasons|grounds|cause|need|basis|objection|objections|case|justification|ground)|nothing|whether|no longer|not reason|could find none|in order not|would have|might have|could have|would've|no one|nobody|wanted|hesitated|first thought|thought (?:this|it|that)|(?:cannot|can't|could not|do not|don't|fail to) see (?:a|any|why)|reason (?:why|not)|prepared|expected|looked for|looking for|searched for|weighed|asked myself|worried|feared|without|none|neither|if i)\b/
const CONDITION =
  /\b(?:if|had (?:it|this|the|there|i)|were (?:it|this|the|there)|otherwise|in case|(?<=^\W*|[,;:] )should (?:it|the|this|a|an|any|anyone|somebody)|whenever)\b/
const WOULD = /\b(?:would|could|might|may|should)\b|'d\b/
const DENIED =
  /\b(?:not|never|no|without|nor|neither|none of (?:\w+ ){1,3}(?:is|are)|cannot|hardly)\W+(?:(?!but\b)\w+\W+){0,2}$|n't\W+(?:(?!but\b)\w+\W+){0,2}$/
const TOLD =
  /\b(?:says?|said|wrote|writes?|reads?|prints?|printed|returns?|returned|outputs?|logs?|logged|emits?|like|such as|e\.g\.?|contains?|containing|message|messages|strings?|texts?|lines?|words?|phrases?|cases?|inputs?|fixtures?|examples?|labels?|spelled|spells|forms?|sentence|called|named|titled|parses?|recognises|recognizes|matches|asserts?|tests?|expects?|expected|quotes?|quoted|quoting)[^\w,;]+(?:\w+[^\w,;]+){0,4}$/
const ONESELF = /\b(?:i|me|my|mine|we|our|review)\b/
const ROUND = /\b(?:cycle|round|attempt|pass|iteration|review|take|version|v|r)\s*#?(\d{1,3})\b/g

/** The highest number of a cycle or round that is spoken of. */
export function latestRound(texts: string[]): number {
  let latest = 0
  for (const text of texts)
    for (const [, number] of text.toLowerCase().matchAll(ROUND)) latest = Math.max(latest, Number(number))
  return latest
}

export function isElsewhere(sentence: string, place: Place): boolean {
  const before = sentence.slice(0, place.at).slice(-300)
  const words = sentence.slice(place.at, place.end)
  const after = sentence.slice(place.end, place.end + 300)
  if (!place.asked && isSupposed(sentence, before, words)) return true
  if (isTold(before)) return true
  if (OPEN.test(before) || OPEN.test(words)) return false
  if (isSettled(after, place, before)) return true
  if (place.spoken)
    return (
      /\b(?:rejected|refused|declined|denied|vetoed|blocked|requested|disapproved|was|did|could)\b/.test(
        words,
      ) && isPast(before, words, after, place)
    )
  return isPast(before, words, after, place) && !OPEN.test(after)
}

function isSupposed(sentence: string, before: string, words: string): boolean {
  const clause = before.slice(
    Math.max(before.lastIndexOf(','), before.lastIndexOf(';'), before.lastIndexOf(':')) + 1,
  )
  if (SUPPOSED.test(clause) || /\breason|see why|no longer/.test(words) || DENIED.test(clause)) return true
  return (WOULD.test(words) || WOULD.test(clause)) && CONDITION.test(sentence)
}

/** What a file, a test or a person is said to say. */
function isTold(before: string): boolean {
  const match = TOLD.exec(before)
  return match !== null && !ONESELF.test(before)
}

function isSettled(after: string, { spoken, at }: Place, before: string): boolean {
  if (UNSETTLED.test(after)) return false
  const settled = SETTLED.exec(after)
  if (!settled) return false
  const ofThePast = PAST_BEFORE.test(before) || /^\s*(?:\(|in |->|=>|→|,? ?now|;? ?(?:both|all))/.test(after)
  return spoken ? ofThePast && at > 0 : ofThePast
}

function isPast(before: string, words: string, after: string, { scope, latest }: Place): boolean {
  if (PAST_BEFORE.test(before) || PAST_AFTER.test(after)) return true
  if (/\b(?:was|were|had been)\b/.test(words) || (PAST_SCOPE.test(scope) && !OPEN.test(scope))) return true
  const rounds = [...`${scope} ${before} ${words} ${after.slice(0, 20)}`.matchAll(ROUND)].map(([, number]) =>
    Number(number),
  )
  return rounds.length > 0 && rounds.every((number) => number < latest)
}

/** Whether a line about a finding says that it is settled, or what it stands under does. */
export function isSettledFinding(line: string, scope: string, latest: number): boolean {
  const said = line.toLowerCase()
  if (OPEN.test(said)) return false
  if (PAST_SCOPE.test(scope) && !OPEN.test(scope)) return true
  const done =
    /(?:^|[|:;,.(→[-]|\b(?:is|are|was|were|been|now|since|all|both|and|okmark))\s*(?:(?:now|since|all|both|been|already|verified|properly|fully|correctly)\s+){0,3}(?:fixed|resolved|addressed|closed|gone|mended|repaired|corrected|solved|done|withdrawn|retracted|dismissed|okmark|wontfix|false positive|invalid|obsolete|not reproducible)\b/
  if (
    done.test(said) &&
    !/\b(?:not|never|must|should|needs?|until|unless|once|before|but|partly|partially|half|only)\b|n't\b/.test(
      said,
    )
  )
    return true
  const rounds = [...said.matchAll(ROUND)].map(([, number]) => Number(number))
  return rounds.length > 0 && rounds.every((number) => number < latest)
}

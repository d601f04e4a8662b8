import { QUESTION, REFUSING, REJECTING, REJECTS, RESULT, RULING } from '../policy/rejection-words.ts'
import { rejectingFence } from './fence-rejection.ts'
import { foldLetters } from './fold-letters.ts'
import { rejectingMark } from './marked-words.ts'
import { isElsewhere, latestRound } from './not-now.ts'
import { type OwnPart, ownLines, ownParts, withoutQuotations, withVerdictCode } from './own-words.ts'
import type { Scan } from './scan-markdown.ts'
import { sentencesOf } from './sentences.ts'
import { graveLine, rejectingRow } from './table-rejection.ts'
import { endsSoftly, endsThere } from './verdict-ends.ts'
import { withholds } from './withheld.ts'

/**
 * Words of an agent's own that say it does not approve. They are looked for beside an approval only, which then is one of
 * two verdicts. They grant nothing and complete nothing: so a word too many costs a second call, and no more.
 */

/** A plural that is about data and not about the change under review: "the two maps should not be merged". */
const OF_DATA =
  /\b(?!this|changes|commits|patches|files|as|was|is|thus|fixes|versions|pieces|its|always)[a-z]{2,}s $/
const LONGEST_SHOWN = 160
/** No review says more. What would take long to read is not taken for an approval. */
const MAX_PARTS = 10_000
const MAX_SENTENCES = 5_000
const TOO_MUCH = 'more than can be read'
/** Before a verdict that says which way it goes. */
const LEAD_IN =
  /^(?:(?:so|thus|therefore|hence|overall|in short|in sum|in summary|summary|finally|final|in conclusion|to conclude|conclusion|tl;?dr|bottom line|sorry|(?:no|nope)(?=[,.:;!-])|with regret|sadly|a|an|weak|big|(?:the |this )?(?:change|work|patch|pr|diff|commit|version)|and|but|still|again|clearly|guardian|skeptic|sage|trickster|reviewer|me|mine|my own|own|my answer|my view|as (?:the )?(?:guardian|skeptic|sage|trickster|reviewer)|result|strong|strongly|hard|firm|firmly|clear|definite|definitely|absolutely|xmark|please|for me|to me|from me|i say|to be clear|to be explicit|in my (?:own )?(?:words|view|opinion|judge?ment)|okay|ok|well|that said|as it stands|for now|currently|unfortunately|regrettably)\b[\s,:;.!-]*){1,4}/
const TERM = foldLetters(REJECTING)
const STANDS_ALONE = new RegExp(`^\\W*(${TERM})(?![\\w'])`)
const STANDS_REFUSED = new RegExp(`^[^\\w-]*(${TERM}|${REFUSING})(?![\\w'])`)
/** As a paragraph of its own. */
const IS_REFUSED = new RegExp(
  `^[^\\w-]*(?:(?:hard|clear|firm|strong|plain|flat|big) )?(?:${TERM}|${REFUSING})\\W*$`,
)
/** A label without a mark after it. */
const PLAIN_LABEL = new RegExp(
  `^\\W*(?:(?:my|the|final|overall|own) ){0,3}(?:${RULING})\\W+(?:${TERM}|xmark)(?![\\w'])`,
)
const FILLER =
  '(?:(?:a|an|the|to|clearly|clear|therefore|hence|thus|still|again|hereby|firm|hard|strong|strongly|plain|definite|unchanged|that of|one of|i|we|must|is|be|remains|stays|xmark|with regret|unfortunately|sadly|currently|final|my|it|for now|this|change|overall|simply|only|so|and)\\b[\\s,:]*){0,4}'
const JOINS =
  '(?:\\s*(?:\\([^()\\n]{0,60}\\)|for [^:.\\n]{0,60}|of [^:.\\n]{0,60}|on [^:.\\n]{0,60}|at [^:.\\n]{0,40}|here|now|then|today|therefore|thus|as [^:.\\n]{0,40})){0,2}\\s*(?:is|are|stays|remains|must be|has to be|can only be|would be|will be|=+>?|-+>?|:+|→|\\||\\?)\\s*["\']?\\s*'
const LABELLED = new RegExp(
  `\\b(?:${RULING})s?["']?${JOINS}${FILLER}["']?(${TERM}|${REFUSING}|x(?=\\W*$))(?![\\w'])`,
  'g',
)
const RESULTING = new RegExp(
  `\\b(?:${RESULT})["']?${JOINS}${FILLER}["']?(${TERM}|blocked|xmark|no|-1)(?![\\w'])`,
  'g',
)
const ANSWERED = new RegExp(
  `(?:^|[|,;(.:]\\s*|\\b(?:is|this|it|change|status) )(?:${QUESTION})["']?\\s*(?:=+>?|-+>?|:+|→|\\?)\\s*["']?\\s*(?:not|no|nope|never|false|denied|refused|rejected|withheld|declined|negative|none|blocked|impossible|xmark|n/?a?)(?![\\w'])`,
  'g',
)
const CONCLUDES = new RegExp(
  `(?:[:-]|\\b(?:so|hence|therefore|thus|conclude|say|answer))\\s*"?(${TERM})"?\\s*[.!]*$`,
)
const OF_THIS = /\b(?:i|me|my|mine|we|our|this|change|patch|diff|merge|land|review|opposite)\b/
const SENTENCES = new RegExp(`(?:^|(?<![\\w'-]))(?:${REJECTS.map((each) => `(?:${each})`).join('|')})`, 'g')
const SHOUTED =
  /\b(?:REJECT(?:ED|ING|ION|S)?|CHANGES_REQUESTED|REQUEST_CHANGES|NOT APPROVED|DO NOT (?:MERGE|LAND|SHIP|APPROVE)|CHANGES REQUESTED|NACK)\b/g
/** "Review: FAILED". "Test: FAILED" is about a test, and no verdict. */
const FAILED =
  /(?:^|\b(?:my|the|final|overall|own) |[|,;(] *)(?:verdict|result|review(?: (?:outcome|result|status|state))?|outcome|decision|assessment)\W{1,4}(?:is |was )?fail(?:ed|s|ure)?\b(?!.*\b(?:before|pass|base)\b)/i
/** In these a word in capitals is most often a value of the program. */
const TECHNICAL =
  /\b(?:state|states|status|statuses|enum|constant|value|values|code|returns?|prints?|emits?|tokens?|strings?|fields?|columns?|rows?|records?|orders?|requests?|responses?|transitions?|events?|asserts?|case|cases|maps?|reads?|parses?|words?|lines?|says|literal|flag|type|counts?|sets?|inputs?|payments?|enumeration|machine|counter|metric|label|badge|filter|option|message|header|api)\b/i
const VERDICT_HEADING = new RegExp(
  `^\\W*(?:(?:my|the|final|overall|own|review(?:er)?|guardian(?:'s)?|skeptic(?:'s)?|sage(?:'s)?|trickster(?:'s)?)\\W+){0,3}(?:${RULING}|result|outcome|approval|status|${QUESTION})\\b\\W*$`,
)

/** The words, to be shown; `null`: it says nothing of the kind. */
export function ownRejection(scan: Scan): string | null {
  const parts = ownParts(scan)
  if (parts.length > MAX_PARTS) return TOO_MUCH
  const latest = latestRound(parts.map(({ text }) => text))
  const sentences = new Set<string>()
  const found =
    parts.find((part, at) => rejectsIn(part, latest, sentences) || graveLine(parts, at, latest)) ??
    rejectingRow(parts, latest)
  if (sentences.size > MAX_SENTENCES) return TOO_MUCH
  const words = found?.text ?? rejectingMark(ownLines(scan), scan) ?? rejectingFence(scan)
  return words === null ? null : shown(words)
}

/** Whether a text of one paragraph does. */
export function rejects(text: string): boolean {
  const part: OwnPart = { shape: 'prose', text: foldLetters(text), scope: '', heading: '' }
  return rejectsIn(part, 0, new Set())
}

function shown(words: string): string {
  const line = words.replace(/\s+/g, ' ').trim()
  return line.length > LONGEST_SHOWN ? `${line.slice(0, LONGEST_SHOWN)}…` : line
}

/** `seen`: the sentences looked at so far; what is said again is not looked at again. */
function rejectsIn(part: OwnPart, latest: number, seen: Set<string>): boolean {
  if (part.shape === 'row') return false
  return sentencesOf(part).some((sentence) => {
    const key = `${part.shape} ${part.scope} ${sentence}`
    if (seen.has(key) || seen.size > MAX_SENTENCES) return false
    seen.add(key)
    return sentenceRejects(sentence, part, latest)
  })
}

function sentenceRejects(sentence: string, part: OwnPart, latest: number): boolean {
  const said = withVerdictCode(sentence)
    .toLowerCase()
    .replace(/(?<=[a-z])_(?=[a-z])/g, ' ')
  const around = { scope: part.scope.toLowerCase(), latest }
  if (standsAlone(sentence, said, part) && !isElsewhere(said, { at: 0, end: 12, ...around })) return true
  const plain = PLAIN_LABEL.exec(said)?.[0]
  if (
    plain &&
    endsThere(said.slice(plain.length)) &&
    !isElsewhere(said, { at: 0, end: plain.length, ...around })
  )
    return true
  for (const pattern of [LABELLED, RESULTING, ANSWERED])
    for (const match of said.matchAll(pattern)) {
      const place = {
        at: match.index,
        end: match.index + match[0].length,
        asked: pattern === ANSWERED,
        ...around,
      }
      if (endsThere(said.slice(place.end)) && !isElsewhere(said, place)) return true
    }
  if (/\bFAIL/.test(sentence) && FAILED.test(withVerdictCode(sentence))) return true
  const concluded = OF_THIS.test(said) ? CONCLUDES.exec(said) : null
  if (concluded && !isElsewhere(said, { at: concluded.index, end: said.length, ...around })) return true
  return bySentence(sentence, around) || withholds(sentence, part, around)
}

/** `REJECTED`, `Rejected: two findings`, and not `Rejected tokens return 401`. */
function standsAlone(sentence: string, said: string, { heading, shape, text: whole }: OwnPart): boolean {
  const spoken = withVerdictCode(sentence)
  const bare = said.replace(LEAD_IN, '')
  const asked = shape !== 'heading' && VERDICT_HEADING.test(heading.toLowerCase())
  if (/^\W*xmark(?:\W+(?:from|for|by) (?:me|us|my side))?\W*$/.test(said)) return true
  if (/^\W*(?:\w+\W{1,3})?(?:CHANGES_REQUESTED|REQUEST_CHANGES)\W*$/.test(spoken)) return true
  if (/^\W*BLOCKED\b\W*(?:$|[:.-])/.test(spoken)) return true
  if (
    shape === 'prose' &&
    (heading === '' || /approved/i.test(heading)) &&
    IS_REFUSED.test(whole.slice(0, 200).toLowerCase())
  )
    return true
  const inCode = /^[^\w`]*`/.test(sentence)
  for (const text of [said, bare]) {
    const match = (asked ? STANDS_REFUSED : STANDS_ALONE).exec(text)
    if (!match) continue
    const rest = text.slice(match[0].length)
    const loud = !inCode && /^\W*(?:xmark )?\W*[A-Z]{4,}/.test(spoken.slice(spoken.length - text.length))
    if (asked || (loud ? endsThere(rest) : endsSoftly(rest, shape))) return true
  }
  return false
}

/** "Blocking findings: none", and "The two maps should not be merged". */
function saysNone(said: string, match: RegExpMatchArray): boolean {
  const from = match.index ?? 0
  if (/^s?\W{0,3}(?:none|nothing|0|no|n\/a)\b/.test(said.slice(from + match[0].length))) return true
  return /^(?:must|should|can|may|ought|is|not)/.test(match[0]) && OF_DATA.test(said.slice(0, from))
}

function bySentence(sentence: string, around: { scope: string; latest: number }): boolean {
  const own = withoutQuotations(sentence)
  const said = own.toLowerCase()
  const asked = said.lastIndexOf('?')
  for (const match of said.matchAll(SENTENCES))
    if (
      match.index > asked &&
      !saysNone(said, match) &&
      !isElsewhere(said, { at: match.index, end: match.index + match[0].length, ...around, spoken: true })
    )
      return true
  if (TECHNICAL.test(own) || /\b(?:if|when|whenever|once)\b/.test(said)) return false
  for (const match of own.matchAll(SHOUTED))
    if (!isElsewhere(said, { at: match.index, end: match.index + match[0].length, ...around })) return true
  return false
}

import { GRAVE } from '../policy/rejection-words.ts'

/** A severity as grave as CRITICAL anywhere in a sentence: in capitals, set off by marks, counted, or said of a finding. */

const LOUD =
  /(?<![\w/.-])(?:CRITICAL[Ss]?|CRIT|BLOCKER[Ss]?)(?![\w-]|\.\w|'s\b.{0,40}\b(?:fixed|gone|resolved)\b)/g
const SET_OFF = new RegExp(
  `(?:(?:[:,;([|/]|(?<!\\S)-)\\s*)(?:severity |sev )?(${GRAVE})\\s*(?=[)\\],:;|/.!]|-\\s|$)`,
  'g',
)
const COUNTED = new RegExp(`(?<![\\w-])(?:${GRAVE})["']?\\s*[:=]\\s*\\+?([1-9]\\d{0,2})(?![\\w.])`, 'g')
const FINDING =
  '(?:this|that|it|these|finding(?: \\d+)?|issue|defect|bug|flaw|problem|severity|impact|priority|level|risk|rating|grade)'
const SAID_OF = new RegExp(
  `\\b${FINDING}(?: \\w+){0,3}?(?: is| are| as| makes (?:it|this|that)|:| =)(?: \\w+ly)? (?:an? |of )?(${GRAVE})(?= *(?:$|[.,;:!)(-])| (?:defect|bug|flaw|issue|problem|finding|one|to me|for me|in my)\\b)`,
  'g',
)
const RATED = new RegExp(
  `\\b(?:i|we)(?: \\w+){0,2}? (?:consider|rate|rated|class|call|count|deem|judge|mark|file|filing|raise|raising|hold|report|reporting|grade|see|find)(?:ing)?\\b[^.;]{0,80}? (${GRAVE})(?= *(?:$|[.,;:!)(-])| (?:for|in|on|at|against)\\b)`,
  'g',
)
/** Words before a severity that say there is none, or that there was one earlier: "no CRITICAL", "had a CRITICAL". */
const NO_SUCH =
  /(?:\b(?:no|not|never|neither|nor|without|zero|nothing|none|hardly|any|free of|than|below|under|above|least|if|would|could|might|may|whether|was|were|had|been|once|instead of|rather than|previous|earlier|former|fixed|resolved|closed|addressed)\b|n't\b|(?<![\w.:])0)[^.;:|]{0,60}$/
const NO_SUCH_AFTER =
  /^["')\]]*(?:\s*(?:findings?|issues?|bugs?|problems?|ones?)\b)?\s*(?:[:=(,|-]+\s*)?(?:(?:none|no|nothing|zero|nil|n\/a|keine|not (?:found|any)|0)\b|-*\W*$(?<=[-:=]\W*)|okmark|(?:path|section|part|code|when|if|that|to|level|log|paths|sections|-\w)\b)/
/** A grave word that is a value of the program. */
const OF_PROGRAMS =
  /\b(?:log|logs|logged|logger|logging|levels?(?! (?:is|of severity)\b)|enum|constants?|maps?|mapped|buttons?|labels?|badges?|pager|alerts?|options?|column|prints?|returns?|emits?|messages? (?:of|at|with)|exit|syslog)\b/i
/** Words after a severity that say the finding is gone: "the CRITICAL is now fixed". */
const GONE =
  /\b(?:(?:is|are|was|were|has been|have been|been|now|since|all|both|->|→|[:,(-])\s*(?:now |all |both |since |been |already |properly )*(?:fixed|gone|resolved|addressed|closed|mended|repaired|corrected|settled|withdrawn|solved|okmark)|no longer|not any ?more|stays fixed|fixed (?:the|that|this|both|all|every))\b/
const NOT_GONE =
  /\b(?:not|never|none|neither|hardly|only|partly|partially|half|must|should|needs?|until|unless|before|but|still)\b|n't\b/

export function namesGraveWord(text: string): boolean {
  if (text.endsWith('?')) return false
  const said = text.toLowerCase()
  if (GONE.test(said) && !NOT_GONE.test(said)) return false
  const ofProgram = OF_PROGRAMS.test(text)
  return (
    (!ofProgram && found(text, said, LOUD)) ||
    (!ofProgram && found(said, said, SET_OFF)) ||
    found(said, said, COUNTED) ||
    found(said, said, SAID_OF) ||
    found(said, said, RATED)
  )
}

function found(text: string, said: string, pattern: RegExp): boolean {
  return [...text.matchAll(pattern)].some((match) => {
    const end = match.index + match[0].length
    const asked = said.indexOf('?', end) !== -1
    const before = said.slice(0, match.index)
    const told =
      pattern === LOUD || pattern === SET_OFF
        ? before
        : `${before} ${match[0].slice(0, match[0].search(/\S+$/))}`
    return (
      !asked &&
      !NO_SUCH.test(told.slice(-200)) &&
      (pattern === COUNTED || !NO_SUCH_AFTER.test(said.slice(end, end + 60)))
    )
  })
}

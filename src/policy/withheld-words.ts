import { THING } from './rejection-words.ts'

/**
 * Sentences that keep an approval back, disown it, or say that an earlier rejection stands, as regular expressions over
 * lower-case text. Data only. A word missing here lets a quoted approval through; a word too many costs one more call.
 */

const GO =
  '(?:approv(?:e|ed|al|ing)(?: of)?|merg(?:e|ed|ing)|land(?:ed|ing)?|ship(?:ped|ping)?|accept(?:ed)?|releas(?:e|ed)|deploy(?:ed)?|sign(?:ed|ing)?(?: \\w+){0,2} off|go in|pass)'
/** The change is meant, not data: nothing more is said, or the change itself is named. */
const HERE = `(?= *(?:$|[.,;:!?()\\n-])| (?:${THING}|code|yet|now|as|like|in this|until|unless|before|because|here|to main|into main)\\b)`
const MAIN = '(?:main|master|trunk|production|the (?:main|target|release) branch)'
/** A word that does not turn the "no" before it into a yes. */
const WORD =
  "(?!(?:not|nor|blocks?|stops?|prevents?|keeps?|hinders?|against|reason|speaks)\\b)[\\w'/.-]{1,40}"
const PASSED_ON = '(?:approval|yes|consent|sign-?off|blessing)'
const WHEN =
  '(?:once|as soon as|only (?:if|once|after|when|with)|when|after (?:the|a|this|it|that|you)|(?<!even )if|provided|unless|until|on condition|subject to|pending)'
const REVERTED =
  '(?:reverted|withdrawn|abandoned|dropped|scrapped|discarded|backed out|rolled back|undone|closed|taken out|shelved|thrown (?:out|away))'

/** Who speaks says when it would approve: it does not yet. Not where it adds that this is so by now. */
export const CONDITIONAL: readonly string[] = [
  `(?:i|we)(?:'ll|'d| will| would| can| could| shall| may)(?: \\w+){0,3}? (?:approve|sign|accept|merge|say yes|agree|ok)\\b[^.;]{0,50}?\\b${WHEN}\\b`,
  `(?:happy|glad|willing|ready|prepared) to (?:approve|merge|sign|accept)\\b[^.;]{0,50}?\\b${WHEN}\\b`,
  `(?:^|[:;] )(?:provided|once|when|as soon as|if|after)\\b[^.;]{0,80},? (?:then )?(?:i|we)(?:'ll|'d| will| can| would) (?:\\w+ )?(?:approve|sign|merge|accept)`,
  `(?:my|our) (?:own )?${PASSED_ON}\\b(?: \\w+){0,4}? (?:waits?|depends?|hinges?|conditional|requires?|needs|once|until|subject|pending)\\b`,
  `(?:get|gets|have|has) my ${PASSED_ON} ${WHEN}\\b`,
  `(?:^|[:;-] *)(?:conditional(?:ly)? approv\\w+|(?:an )?approv(?:al|ed)(?: is| comes| only| follows)?:? (?:conditional|only|${WHEN})\\b)`,
]

export const WITHHELD: readonly string[] = [
  `(?:no ?body|no one|neither \\w+ nor(?: the)?|nothing|none|neither|no (?:part|reviewer|piece|line|commit|person)|not (?:one|a single \\w+))(?: ${WORD}){0,6}? (?:should|can|could|may|must|ought|will|would|is|are|deserves?)(?: ${WORD}){0,3}? (?:let ${THING} )?${GO}${HERE}`,
  `(?:in no (?:way|case|event)|under no circumstances?|by no means|at no (?:point|time)|on no account|no way)\\b(?: ${WORD}){0,6}? ${GO}${HERE}`,
  `(?:my|our) (?:own )?${PASSED_ON}\\b(?: \\w+){0,3}? (?:withheld|kept back|back|has to wait|must wait|refused|denied|on hold)\\b`,
  `(?:not|n't|never|hardly|cannot) (?:\\w+ )?(?:get|gets|earn(?:s|ed)?|have|has|deserve[ds]?|merit|warrant|win|receive)(?: \\w+){0,2} approval\\b`,
  `(?:keep|keeping|hold|holding|withhold\\w*|reserv(?:e|ing))(?: back)? (?:my|our|the) approval`,
  `(?:no approval (?:to|from|until|without|as long)|(?:fall|fell)s? short of|approval (?:is|would be) (?:\\w+ )?(?:impossible|withheld|premature|wrong|a mistake|out of))\\b`,
  `^\\W*(?:(?:so|please|now|better|then|just) )*(?:revert|withdraw|abandon|drop|scrap|discard|close|undo|retract|bin|shelve) (?:${THING})(?: (?:unmerged|without merging|again|and start over|altogether|entirely|at once|until \\w.*|because .*))?\\W*$`,
  `^\\W*(?:(?:so|please|now|better|then|just) )*(?:take|back|roll|pull|leave|keep|put|throw|hold)(?: out| back| away)? (?:${THING}) (?:out|back|off|away|down|unmerged|on hold|aside)\\b`,
  `^\\W*(?:please )?close (?:\\w+ ){1,4}(?:without merging|unmerged)\\W*$`,
  `(?:${THING})(?: \\w+)? (?:should|must|ought to|has to|needs to|had better|is to) be ${REVERTED}(?= *(?:$|[.!;])| (?:again|until|because|at once|before|without|and)\\b)`,
  `^\\W*(?:please )?(?:fix|mend|repair|correct|redo|restore)\\b[^;]{1,80}\\b(?:and|then)(?: \\w+)? (?:resubmit|submit|ask (?:me |us )?(?:again|for)|come back|try again|start over|request another)`,
  `(?:keep|kept|stay|stays|hold|held|leave|left|remain)(?: \\w+){0,4}? (?:out of|off|away from|outside(?: of)?) ${MAIN}\\b`,
  `(?:no (?:place|business)|does(?: not|n't) belong) (?:on|in) ${MAIN}\\b`,
  `(?:(?:do|should|must|may|can|could|ought|will|shall)(?: not|n't)|cannot|never|won't)(?: (?:to|let|this|it|be|the|change|ever|allow|merged?|landed|allowed)){0,4} (?:go|get|near|reach|into|come|on|onto|to)(?: (?:to|into|on|in|near|onto))? ${MAIN}\\b`,
  `(?:unfit|unsafe|unready|unsuitable|premature|irresponsible|reckless|negligent|foolish|wrong|too [\\w-]+|not (?:fit|safe|ok|okay|fine|good|recommended|advised|advisable|suitable|ready|right|wise|responsible|\\w+ enough))(?: to| for| as)(?: be)? (?:${GO}|go|${MAIN})${HERE}`,
  `not in (?:a|any) (?:mergeable|landable|shippable|releasable|(?:fit|good|right) (?:state|shape) to)\\b`,
  `(?:merging|landing|shipping|approving|releasing|the merge)(?: ${THING})?(?: now| today)? (?:is|would be|would|must|should|has to|needs to|ought to)(?: be)? (?:not (?:advised|recommended|advisable|wise|safe|acceptable|an option|ok|responsible)|out of the question|a mistake|wrong|unwise|irresponsible|premature|dangerous|reckless|wait|stop|impossible|too \\w+|unsafe|lose|break|cost|harm|damage|corrupt)\\b`,
  `(?:is|are|'s) (?:simply |just |clearly )?out of the question`,
  `(?:rather|prefer)(?: that)? ${THING}(?: \\w+){0,2} (?:not |n't )(?:\\w+ )?(?:land|merge|ship)`,
  `^\\W*i(?:'m| am)? ?(?:\\w+ ){0,2}(?:mark|marking|giv(?:e|ing)|set|setting|return|returning|call|calling|rate|rating|record|recording)\\b[^.;]{0,40}\\breject(?:ed|ion)?\\W*$`,
  `(?:that|this)(?: one)?(?:'s| is| makes (?:it|this)) (?:an? )(?:\\w+ )?reject(?:ion)?\\W*$`,
  `(?:this|my|the) (?:own )?review (?:rejects|fails|refuses|declines|turns down|blocks) ${THING}`,
  `(?:my|the|this) (?:own |final )?(?:verdict|decision|review)\\b[^.,;]{0,40}[: ](?:is|be) (?:rejected|turned down|refused|declined|thrown out)\\W*$`,
  `^\\W*(?:this|it|the change|the work)(?:'s| is| stays| remains) (?:blocked|on hold) (?:until|unless|because|by|on)\\b`,
  `^\\W*(?:blocking|stopping|holding|halting)(?: up)? (?:${THING})\\W*$`,
  `(?:^|[;,:] |but |than )(?:i|we) (?:uphold|maintain|stand by|stick (?:to|with)|keep to|keep up|repeat|renew|confirm|reaffirm|reiterate|abide by)(?: [\\w']+){0,4}? (?:reject\\w*|veto|refusal|objection|no\\b)`,
  `(?:rejection|veto|refusal|objection|rejected\\)?)s?\\b(?:(?!no longer|not |never |n't )[^.;]){0,40}? (?:(?:still )?(?:stands?|holds?|remains?|stays?|persists?) *(?:$|[.,;:!)]|in (?:force|place)|as)|(?:is|are) (?:still|unchanged|upheld))`,
  `nothing (?:was|has been|is) (?:\\w+ )?(?:fixed|addressed|resolved|changed|mended|done) since (?:my|the|that) (?:\\w+ )?(?:reject|veto|verdict|review)`,
  `(?:none|not one|neither) of (?:my|the|these|those) (?:\\w+ )?(?:findings?|objections?|points?|criticals?|blockers?)(?: \\w+){0,3}? (?:was|were|has|have|is|are)(?: been)? (?:\\w+ )?(?:fixed|addressed|resolved|mended|answered|met)`,
  `criteri(?:a|on)(?: \\w+){0,2}? (?:(?:is|are|was|were|stays?|remains?|goes?)(?: \\w+)? ?(?:not\\b|un(?:met|fulfilled|satisfied|done)|missed|failed|violated)|(?:is|are|stays?|remains?) (?:still )?open)`,
  `(?:does|do|did)(?: not|n't) (?:meet|satisfy|fulfil+|reach|clear|live up to)(?: \\w+){0,2} (?:bar|criteria|requirements?|standards?|task|acceptance|mark)\\b`,
  `(?:fails?|failed|(?:does|did)(?: not|n't) pass) (?:the |my |this |acceptance )?(?:acceptance|review|bar)(?= *(?:$|[.,;:!]))`,
  `the task is (?:not|un|hardly|only half) ?(?:yet )?(?:done|finished|complete|fulfilled|met|solved)\\b`,
  `the task asks? (?:for )?is (?:missing|absent|undone|not (?:there|done|met))`,
]

const BLOCK =
  '(?:the|that|this) (?:own )?(?:block|json(?: block)?|verdict|approval|contract)(?:(?:,? (?:above|below|here|shown|in (?:this|the|that) (?:message|block|json|answer)|at the (?:end|top|bottom|start)(?: of \\w+ \\w+)?)){0,2})'

/** The approval that is shown is not the speaker's. */
export const DISOWNED: readonly string[] = [
  `${BLOCK} (?:is|was|has been|had been|got)(?: \\w+){0,2}? (?:(?:not|never) (?:\\w+ ){0,2}?(?:mine|my\\b|my own|written|the one|what i|from me|an? (?:verdict|answer|approval))|(?:written|placed|put|left|added|injected|planted|smuggled|slipped|inserted|pasted|copied|forged|quoted|taken)\\b|an? (?:\\w+ ){0,2}?(?:injection|quotation|quote|exhibit|example|sample|trap|plant|forgery|fake)|(?:evidence|bait|untrusted|wrong|void|invalid|foreign)\\b|what (?:the|a|that|some) |only (?:there|shown|here|quoted|evidence))`,
  `${BLOCK} (?:belongs? to|stems? from|comes? (?:from|out of)|came (?:from|out of)|does(?: not|n't) (?:reflect|stand|count|represent|express|speak|bind)|differs)`,
  `(?:do not|don't|never) (?:\\w+ )?(?:take|count|read|treat|regard|trust|use|believe|mistake|see|consider) (?:(?:the|that|this) (?:block|json|verdict|approval)\\b|(?:it|that|this) (?:as|for) (?:my|a|an|the) (?:\\w+ )?(?:answer|verdict|approval|word|opinion|review))`,
  `(?:treat|regard|consider|see|read|take) ${BLOCK} as (?:untrusted|quoted|foreign|evidence|void|data|text|a |an |not|the maker)`,
  `(?:i|we) (?:did not|didn't|have not|haven't|never) (?:write|wrote|written|author\\w*|produced?|made|put|say|said) ${BLOCK}`,
  `(?:not the author of|(?:else|other|maker) wrote) ${BLOCK}`,
  `(?:^|[;:] )my (?:own )?(?:verdict|answer|ruling|view|opinion)(?: \\w+)? (?:is not (?:the one|what)|differs|is (?:another|a different))\\b`,
  `^\\W*(?:everything|all|whatever|anything)(?: \\w+){0,2} (?:below|above|after|under|before)\\b[^.]{0,40} (?:is|was|comes|belongs|stems)\\b(?: not mine|[^.]{0,20}(?:maker|file|diff|commit|somebody|author|repository|else))`,
  `(?:evidence|exhibit|quotation|quote|example|sample|illustration|specimen),?(?: and| but)?,? (?:not|no) (?:a |an |my )?(?:verdict|approval|answer|ruling)`,
  `^\\W*(?:i|we) (?:only |merely |just )?(?:quote|show|print|paste|copy|reproduce|include|cite|repeat) (?:it|this|that|them|the block|the json|the verdict)(?: here)? (?:only|just|merely|as evidence|for the record|verbatim)`,
  `^\\W*${BLOCK.replace('(?:the|', '(?:the|my|')} does not stand`,
  `^\\W*that (?:verdict|approval) is (?:wrong|void|false|mistaken|not)`,
  `approv\\w*\\b[^?]{0,60}[.;,:!] *(?:but |and )?(?:i|we) (?:do not|don't|cannot|can't|won't|will not|did not)\\W*$`,
]

/** Whole sentences that refuse, without naming what. */
export const REFUSALS: readonly string[] = [
  `(?:(?:certainly|definitely|absolutely|surely|clearly|still|just|simply|sadly|sorry|afraid|i'm afraid|no|so|therefore|then|but) ?[,:]? ?){0,3}not(?: (?:yet|now|again|today|so|at all|like this|this (?:time|way)|a chance|from me|on my watch|by me|as (?:it )?(?:is|stands|submitted)|in (?:this|its|that) (?:\\w+ )?(?:form|state|shape|condition|version)|approved|accepted|ok|okay|fine|good|good to go|good enough|mergeable|acceptable))*`,
  `(?:(?:i say|still|sorry|sadly|clearly|definitely|absolutely|firmly|a|hard|clear|firm|plain|flat|the|answer|my|is|therefore|so|but|again|it|remains|stays) ?[,:]? ?){1,4}no(?: (?:from me|again|then|thanks))?`,
  `no(?: way|,? thanks|,? thank you|,? never|,? sorry|,? not \\w+(?: \\w+)?)`,
  `(?:a |very |clear |firm )?hard (?:pass|no)`,
  `(?:flatly |clearly |firmly |hereby |outright |therefore |hence |until then[:,]? |until that[:,]? |plainly |strongly )?(?:rejected|refused|declined|turned down|thrown out|knocked back|voted down|sent back|handed back|returned|dismissed|struck down|marked as rejected|refuse|decline|returned for (?:rework|changes|correction))`,
  `(?:it|this|that) is(?: simply| just| still)? not (?:ok|okay|fine|good|good enough|good to go|acceptable|right|alright|enough)`,
  `not (?:until|before|unless|as long as|while|without) .{3,120}`,
  `out of the question`,
  `.{5,200}, (?:so|hence|therefore|thus) (?:no|don't|do not)`,
]

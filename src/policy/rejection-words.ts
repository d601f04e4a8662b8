/**
 * How a reviewer says in its own words that it does not approve, as parts of regular expressions over lower-case text.
 * Data only. A word missing here lets a quoted approval through; a word too many costs one more call.
 */

const anyOf = (text: string): string => `(?:${text.trim().replaceAll(/\s*\n\s*/g, '|')})`

/** What a reviewer speaks about. */
export const THING = anyOf(`
  (?:the |this |that |your |their |its |our |these |those )?(?:whole |entire |present |current |proposed |submitted )?(?:change|changes|changeset|patch|diff|work|implementation|commit|commits|pr|pull request|merge request|version|branch|fix|solution|submission|attempt|approach|revision|proposal|head|merge|merging|landing)
  this
  it
  that
  these
`)

const THROUGH = anyOf(`
  approved?
  merged?
  land(?:ed)?
  ship(?:ped)?
  accept(?:ed)?
  released?
  deploy(?:ed)?
  go in
  go through
  pass
`)

const MAY_NOT = anyOf(`
  (?:can|could|do|did|will|would|shall|should|must|may|might|am|is|are)(?: not|n't)(?: yet| currently| possibly| in good conscience| at this point| honestly| really| be able to)?
  cannot
  can ?not
  ca(?:n't|nt)
  do(?:n't|nt)
  wo(?:n't|nt)
  shan't
  unable to
  not able to
  not willing to
  unwilling to
  not going to
  not prepared to
  not ready to
  not comfortable
  not happy to
  refus(?:e|es|ed|ing) to
  declin(?:e|es|ed|ing) to
  never
  in no position to
  not in a position to
`)

/** By itself, or after "verdict:", it is a rejection. */
export const REJECTING = anyOf(`
  reject(?:ed|ing|ion|s)?
  disapprov(?:ed?|al|es|ing)
  unapproved
  not (?:yet )?(?:be )?approved?
  non[- ]approv(?:al|ed)
  no approval
  approval (?:is )?(?:denied|refused|withheld|declined|rejected|not given|not granted|blocked)
  withh(?:o|e)ld(?:ing)?(?: my| the)? approval
  not accept(?:ed|able)?
  unacceptable
  not (?:yet )?(?:ready|mergeable|landable|shippable)(?: (?:to|for) (?:be )?\\w+)?
  not good(?: enough)?
  not (?:ok|okay|fine|lgtm|safe|fit)(?: to \\w+)?
  no[- ]?go
  no (?:merge|merging|landing|lgtm)
  nack(?:ed)?
  nak
  veto(?:ed)?
  changes?[ _](?:are |is |were )?(?:requested|required|needed|necessary)
  request(?:ing|s|ed)?[ _](?:for )?(?:\\w+ )?(?:changes|fixes|revision|rework)
  needs? (?:more |some |further )?(?:changes|work|rework|reworking|fixes|fixing|revision|revising|correction|another (?:round|cycle|pass))
  needs? to (?:be )?(?:fixed|reworked|changed|redone|revised|rewritten)
  rework(?: (?:needed|required|requested))?
  (?:fixes|rework|revision) (?:needed|required|requested)
  fix required
  revise(?: and resubmit)?
  (?:do|must|should|can|shall|will|may|could|would)(?: not|n't) (?:be )?${THROUGH}
  (?:cannot|can't|won't|dont|never) (?:be )?${THROUGH}
  (?:block|hold|stop)(?: off)?(?: on)? (?:the |this )?(?:merge|merging|landing|change|release)
  (?:merge|landing) (?:is )?(?:blocked|refused|denied|rejected)
  thumbs?[- ]?(?:are )?down
  send (?:it |this |them )?back
  (?:sent |returned |goes )?back to (?:the )?(?:maker|author|creator|drawing board)
  return(?:ed)? (?:it )?to (?:the )?(?:maker|author|creator)
  abgelehnt
  zur(?:u|ue)ckgewiesen
  nicht (?:genehmigt|freigegeben|akzeptiert)
  rejete
  refuse
  rechazado
  rejeitado
  respinto
  rifiutato
  afgewezen
  afgekeurd
  odrzucono
  zamitnuto
  reddedildi
  却下
  拒绝
  驳回
  不批准
`)

/** A rejection only after "verdict:" or under such a heading. */
export const REFUSING = anyOf(`
  no
  nope
  nay
  never
  against
  negative
  decline[ds]?
  den(?:y|ied)
  refus(?:e|ed|al)
  fail(?:ed|s|ing|ure)?
  block(?:ed|ing|er|s)?
  withh(?:o|e)ld
  insufficient
  incomplete
  inadequate
  unsatisfactory
  unsatisfied
  unsafe
  insecure
  broken
  wrong
  incorrect
  objection
  revise
  resubmit
  stop
  hold
  void
  false
  -1
  xmark
`)

/** What stands before a colon, a dash or "is" where a verdict follows. */
export const RULING = anyOf(`
  verdict
  verdikt
  decision
  ruling
  recommendation
  conclusion
  judge?ment
  assessment
  determination
  disposition
  urteil
  entscheidung
  dictamen
  veredicto
  verdetto
`)
/** The same, but of much else as well. */
export const RESULT = anyOf(`
  (?:review(?:er)?(?:'s)?|final|overall|my|our|guardian(?:'s)?|skeptic(?:'s)?|sage(?:'s)?|trickster(?:'s)?) (?:status|state|result|outcome|answer|call|vote|word|say|position|opinion|view|stance|response|finding|review|summary|take)
  guardian
  skeptic
  sage
  trickster
  reviewer
  review
  outcome
  status
  vote
  bottom line
  tl;?dr
  in short
  overall
  summary
  result
  finally
  resolution
  action
`)
/** What a "no" after it refuses. */
export const QUESTION = anyOf(`
  approved?(?: by \\w+)?
  approval
  lgtm
  ship(?: it|ped)?
  merge(?:able|d)?(?: it| this)?
  land(?:able|ed)?(?: it| this)?
  accept(?:ed|able)?
  sign(?:ed)?[- ]?off
  good to (?:go|merge|land)
  (?:ok|okay|ready|safe|fit|fine|clear(?:ed)?|allowed)(?: to| for) (?:be )?(?:merged?|merging|land(?:ed|ing)?|ship(?:ped|ping)?|release|deploy)
  (?:can|may|should|shall|must|could|do|will|would) (?:i |we |you )?(?:${THING} )?(?:be )?${THROUGH}(?: ${THING})?
`)

/** Whole sentences, or the part of one that says it. Those that begin with `I` may not stand in another's mouth. */
export const REJECTS: readonly string[] = [
  `(?:i|we|guardian|skeptic|sage|trickster|reviewer)(?:'m|'ll|'d|'ve)?(?:, (?:as )?(?:the )?\\w+,)?(?: (?:am|are|will|would|must|shall|can|could|should|do|have|has|had|need|needs|want|choose|to|only|hereby|therefore|thus|also|strongly|firmly|still|again|clearly|then|now|going|forced|obliged|bound|left|currently|and|hence|formally|no|choice|but|option|other|than|inclined|decide|decided|must|once|more|myself|intend|plan|feel|compelled|regret|afraid|sorry|so|cannot|help|definitely|absolutely|with|regret|explicitly|officially)){0,7} (?:reject(?:s|ing|ed)?|veto(?:ing|ed|es)?|disapprov(?:e|es|ed|ing)(?: of)?|nack(?:ing|ed)?|den(?:y|ying|ied)|refus(?:e|es|ed|ing)|declin(?:e|es|ing|ed)|oppos(?:e|es|ing)|block(?:ing|s)?|vote to reject|turn(?:ing)? down|return(?:ing)?|send(?:ing)?)(?: (?:both|all of|to approve|to accept|to sign|to merge|to land|against|outright|again|once more))?(?: ${THING}\\b| the (?:landing|merge)| approval|(?= *(?:$|[.,;:!()\\n-]| (?:because|due|as|until|unless|since|again|for|on)\\b)))`,
  `(?:turn|turning|vote|voting|vot(?:e|ing) (?:this|it)) (?:${THING} )?down\\b`,
  `(?:come|comes|came|arrives?|arrived|leads?|led|ends?|amounts?|adds? up|boils? down|settle|settled)(?: me| us)? (?:\\w+ ){0,2}?(?:to|with|in|at|on|for) (?:a |an |the )?(?:clear |firm |plain |same )?(?:rejection|no\\b|veto|nack|refusal|disapproval)`,
  `(?:i|we)(?:'m|'d|'ll)?(?: \\w+){0,3} (?:request(?:ing)?|demand(?:ing)?|ask(?:ing)? for|requir(?:e|ing)|want|need) (?:\\w+ ){0,2}(?:changes|rework|a fix|fixes|corrections?|another (?:round|cycle)|revision)`,
  `(?:i|we)(?:'m|'d|'ll)?(?: \\w+){0,3} (?:withh(?:o|e)ld(?:ing)?|deny(?:ing)?|refus(?:e|ing)|declin(?:e|ing)|not giv(?:e|ing)) (?:my |our |the |any )?(?:approval|consent|sign[- ]?off|blessing)`,
  `(?:i|we)(?:'d|'ll| will| would| must| have to| need to)?(?: \\w+){0,2} (?:vote|say|am voting|'m voting):? (?:no\\b|against|to reject|reject)`,
  `(?:i|we|guardian|skeptic|sage|trickster)(?:'m)?(?: \\w+){0,2} ?${MAY_NOT}(?: \\w+){0,3}? (?:approve|approving|accept (?:this|it|the change)|sign(?:ing)? (?:\\w+ ){0,2}?off|endors(?:e|ing)|merge|merging|land|landing|ship|let (?:${THING}) (?:pass|land|through|in|go)|give (?:\\w+ ){0,2}?(?:approval|blessing|ok|okay|go-ahead|green light|pass)|wave (?:${THING}) through|support (?:${THING})|recommend (?:merging|landing|approv\\w+|this|it)|agree (?:with|to)|vouch|be (?:approved|positive|in favou?r)|pass (?:this|it|the change)|stand behind|share (?:this|that|the|its|his|her) (?:verdict|view|opinion|approval|conclusion|judgement|assessment)|put my name|green-?light|ok (?:this|it|the))`,
  `(?:no|nothing) (?:\\w+ ){0,3}approval from (?:me|us|my side)`,
  `(?:please )?(?:do not|don't|dont|never|must not|should not|shouldn't|mustn't|cannot|can't|can not|may not|ought not to|is not to|not to) (?:be )?(?:merged?|land(?:ed)?|ship(?:ped)?|released?|deploy(?:ed)?|approved?|accepted|go in|go out|go to production|reach (?:main|production|master|users))(?= *(?:$|[.,;:!?()\\n-])| (?:${THING}|yet|now|as|like|until|unless|before|without|because|for|in|with|to|under|at|at all|while|anything|here|into|onto)\\b)`,
  `(?:is|are|'s|remains?|still|far from|nowhere near|isn't|aren't) (?:not |n't |far from |nowhere near )?(?:yet |really |even |at all )?(?:ready|fit|safe|suitable|acceptable|in shape|in a state|good enough|ok|okay) (?:to|for|as) (?:be )?(?:merge|merged|merging|land|landed|landing|ship|shipped|release|approved?|approval|production|go)`,
  `(?:the|this|that|your)(?: \\w+)? (?:change|patch|diff|fix|implementation|commit|pr|work|version|solution|attempt|submission|approach|branch|head|code) (?:as (?:it (?:stands|is)|is|submitted) ?,? ?)?(?:is|are|gets|must be|has to be|should be|stays|remains|will be|can only be|needs to be) (?:hereby |therefore |thus |still |clearly |simply |plainly |just |again |not yet |also |, |in my \\w+ ){0,3}(?:a |an )?(?:rejected|refused|blocked|declined|denied|vetoed|unacceptable|not \\w+ enough|not (?:ready|acceptable|approved|correct|right|safe|complete|done|finished|mergeable|good|fit|sound|sufficient|ok|okay|what was asked)|unsafe|insecure|incorrect|wrong|broken|incomplete|insufficient|defective|faulty|flawed|dangerous|vulnerable|exploitable|unfinished|no good|no fix|a rejection|sent back|reworked|to be rejected|fixed (?:first|before)|returned)`,
  `(?:this|it|that|mine|the verdict|the answer|my answer|my verdict|my vote)(?: is|'s| gets| earns| deserves| stays| has to be| must be| can only be| remains| will be| means| amounts to| is going to be) (?:therefore |hence |clearly |still |a |an |my |the |clear |firm |hard |plain |simple |definite |strong |thus |again |from me ){0,4}(?:rejection|reject\\b|no(?: from me| again| then)?(?= *(?:$|[.,;:!()\\n])| - )|veto|nack|no-?go|not approved|not an? approval|not approvable|hard stop|disapproval|thumbs[- ]down)`,
  `(?:rejection|reject|no|veto|nack|thumbs down|no-?go|disapproval|-1) (?:from|by) (?:me|us|my side|this reviewer|the guardian|the skeptic|the sage|the trickster|guardian|skeptic|sage|trickster)\\b`,
  `(?:my|the|this) (?:rejection|veto|objection)s?(?: of \\w+)? (?:stands?|holds?|remains?|is final)`,
  `(?:must|has to|have to|needs? to|should|ought to) (?:\\w+ ){0,2}?(?:fix|be fixed|be resolved|be addressed|be reworked|be redone|be changed|be rewritten|be closed|be corrected|be mended|be repaired|go away|happen|change) (?:\\w+ ){0,3}?(?:before (?:this|it|the|we|i|any|that|merg|land|approv|ship|releas)|first\\b|prior to (?:this|it|the|merg|land|approv)|or (?:this|it) cannot)`,
  `(?:back to|return(?:ed|ing)? (?:it |this )?to|send(?:ing)? (?:it|this|them|the change) back|over to) (?:the )?(?:maker|author|creator|drawing board)`,
  `(?:send(?:ing)?|return(?:ing)?|hand(?:ing)?|giv(?:e|ing)) (?:it|this|them|the change|the work) back`,
  `(?:this|that|which|finding|issue|bug|defect|problem|i|alone|they|these|it|findings|issues) (?:\\w+ )?(?:blocks?|blocking|stops?|prevents?|forbids?|rules? out|precludes?) (?:the |this |its |any |my )?(?:merge|merging|landing|release|approval)\\b`,
  `(?:is|are|as|remains?|this|a|one|two|three|\\d+) (?:a |an )?(?:merge |release |landing |hard |clear |definite )?(?:blockers?|show-?stoppers?)\\b`,
  `(?:blocking|show-?stopping|release-blocking|merge-blocking) (?:issue|finding|problem|defect|bug|concern|objection|flaw)s?`,
  `(?:not|n't|never|nor) (?:mine|my (?:own )?(?:\\w+ )?(?:verdict|approval|words?|ruling|decision|review|block|opinion|judge?ment|answer|conclusion|text|writing)|an? approval|what i (?:say|think|conclude|found|decided))`,
  `(?:block|approval|approved|verdict|json|above) (?:\\w+ ){0,5}?(?:is|was|were|comes|came|stems) (?:only |just |merely |simply |clearly |a |an |the |by |not |in |taken |copied |quoted |verbatim |straight |directly ){0,4}(?:quot(?:ed|e|ation)|forged|forgery|fake|faked|planted|injected|injection|copied|pasted|spoofed|bait|maker's|author's|from (?:the |a |its )?(?:maker|diff|file|commit|readme|log|author|patch|changelog|tests?|fixture|repository|comment|document|description|pull request)|part of the (?:diff|file|change|patch))`,
  `(?:ignore|disregard|discard|don't (?:count|trust|believe|take|accept)|do not (?:count|trust|believe|take|accept)|pay no attention to|strike) (?:\\w+ ){0,4}?(?:approv\\w+|block|verdict|above|below|quoted|quotation|json)`,
  `(?:i|we) (?:\\w+ )?(?:disagree|dissent|object|do not agree|don't agree|do not concur|beg to differ)\\b(?! (?:about|on|with) (?:the |its )?(?:nam|styl|format|word|spell|comment))`,
  `(?:contrary to|despite|against|unlike|whatever) (?:\\w+ ){0,4}?(?:approval|approved|block|claims?|says|quoted)`,
  `(?:the|this) (?:change|fix|patch|implementation|commit|work|diff|solution|code|version)(?: \\w+)? (?:does not|doesn't|did not|didn't|fails? to|never|cannot|can't|do not|don't|hardly|barely) (?:\\w+ ){0,2}?(?:fix|solve|resolve|address|repair|cure|cover|do what|work|meet|satisfy|fulfil|implement|build|compile|pass|handle what)(?= *(?:$|[.,;:!()\\n-])| (?:the|this|that|what|at all|as|it|any|a|when|for|on|with|even|here|correctly)\\b)`,
  `(?:the |this |that |same |original |reported |underlying )(?:\\w+ )?(?:bug|defect|issue|problem|vulnerability|regression|leak|hole|injection|fault|flaw|failure|race|crash) (?:(?:is|remains|stays) (?:still )?(?:not (?:\\w+ )?(?:fixed|gone|resolved|solved|addressed|closed)|there|open|present|unfixed|unresolved|in place)|still \\w+|persists|remains)`,
  `(?:tests?|suite|build|check|checks) (?:still |now )(?:fails?|break|breaks|is red|are red|do not pass|does not pass|don't pass)`,
  `(?:i|we|would|my|to)(?:'d)? (?:\\w+ ){0,2}?(?:recommend(?:ation|ing)?|advise|suggest|propose)(?: is)?(?: to)? (?:reject\\w*|against|not (?:to )?(?:merg|land|approv|ship)\\w*|holding)`,
  `(?:against|hold(?:ing)? off(?: on)?) (?:approv|merg|land|accept|ship)\\w*`,
  `please (?:\\w+ ){1,12}?before (?:merg|land|approv|ship|this|it)`,
  `(?:this|it|mine)(?: is|'s)(?: still| simply| just| plainly| clearly| therefore| far from| nowhere near)? ?(?:unacceptable|unmergeable|not mergeable|not acceptable|not approvable|(?:not )?ready(?<=(?:not|from|near) ready)(?= *(?:$|[.,;!]))|(?:broken|wrong|unsafe|insecure|incorrect|no good|not good enough|not right|not correct)(?= *(?:$|[.,;!])))`,
  `(?:this|it)(?: \\w+)? (?:does not|doesn't|did not|didn't|fails to) (?:\\w+ )?(?:fix|solve|resolve|address) (?:the|any)`,
  `review (?:has |is |was )?(?:failed|not passed)`,
  `(?:do not|don't|cannot|can't) (?:think|believe|feel|consider|find|judge|regard|deem|want)(?: that)? (?:${THING})(?: \\w+){0,3}? (?:ready|merged?|land|acceptable|correct|right|safe|approv\\w+|good enough|fit|mergeable|complete|finished|pass)\\b`,
  `(?:this|the change|the patch|the work|the diff|the fix|the pr) needs? (?:another (?:round|cycle|pass|iteration|go)|to go back|(?:more |some )?(?:work|rework|changes|fixing)|a fix|to be (?:fixed|reworked|redone|rewritten|changed))`,
  `not (?:written |made |said )?(?:by|from) me\\b`,
  `verdict is (?:the )?(?:opposite|different|another|other\\b|otherwise)`,
  `still (?:crashes|leaks|hangs|loses|corrupts)`,
  `(?:this|it|change|patch|diff|fix|commit)(?: \\w+)? (?:re-?introduces?|opens?|adds|creates|causes) (?:a|an|another) (?:new )?(?:\\w+ )?(?:hole|vulnerability|leak|regression|injection|race|deadlock|loss|backdoor)`,
  `(?:i|we) (?:approve|accept) (?:nothing|none)`,
  `nothing (?:\\w+ ){0,3}?(?:is|was|gets) approved`,
  `(?:i|we) (?:\\w+ )?(?:revoke|take back|withdraw|rescind|retract|refuse|deny) (?:the|my|any|this|that) (?:\\w+ )?approval`,
  `(?:consider|treat|count|regard|take|read|mark|see) (?:${THING}|my \\w+)(?: as)?(?: a| an)? (?:rejected|rejection|reject\\b|not approved|veto|refused|refusal)`,
  `(?:have|get|got|gets|here is|this is|that is) my (?:\\w+ )?(?:rejection|veto|refusal)`,
  `(?:will be|is|get|gets|have|has|with|be) no approval`,
  `(?:^it|this|the change|the patch|the work|the diff|the fix|the pr|the commit|change|patch) (?:should|must|has to|needs to|ought to|is to|can only|will have to|had better) be (?:rejected|refused|sent back|reworked|redone|declined|denied|returned|vetoed)(?= *(?:$|[.!,;(:])| (?:because|for|until|as|since|again|outright|in)\\b)`,
  `(?<=[,;:-] )reject(?:ing)?[.!]*$`,
]

/** What makes a severity as grave as CRITICAL, however a reviewer calls it. */
export const GRAVE = anyOf(`
  criticals?
  crit
  blockers?
  blocking
  show-?stoppers?
  fatal(?! errors?\\b)
  severe
  catastrophic
  must[- ]fix
  p0
  sev-?[01]
  s0
  kritisch
  critique
  critico
`)

const ENDS = /[.;!?](?=\s)/
const NEGATED =
  /\b(?:no|not|never|none|neither|nor|without|instead of|rather than|avoid\w*|skip\w*|reject\w*|defer\w*|postpone\w*|unlike|overkill|isn't|don't|doesn't|won't|needn't)\b/i
const BRINGS_IN =
  /\b(?:new|add(?:s|ed|ing)?|introduc(?:e|es|ed|ing)|creat(?:e|es|ed|ing)|defin(?:e|es|ed|ing)|extract(?:s|ed|ing)?|build(?:s|ing)?|declar(?:e|es|ed|ing)|install(?:s|ed|ing)?|writ(?:e|es|ing)|design(?:s|ed|ing)?|wrap(?:s|ped|ping)?)\b/i

/** The sentences of a line that bring something in; what is only weighed, refused or put off is left out. */
export function bringingIn(line: string): string[] {
  return line.split(ENDS).filter((sentence) => BRINGS_IN.test(sentence) && !NEGATED.test(sentence))
}

export function firstSentence(text: string): string {
  return text.split(ENDS, 1)[0] ?? ''
}

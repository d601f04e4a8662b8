/** What a section is for, by its title: how reports are divided, not what they say. */
type Purpose = 'recommends' | 'closes' | 'pattern' | 'alternative' | 'decision'

const PURPOSES: Record<Purpose, RegExp> = {
  recommends:
    /\b(?:recommend\w*|suggest\w*|advice|proposal|proposed|next steps?|way forward|path forward|where to (?:begin|start)|starting points?|how to proceed|what to do|what i would do|course of action|conclusions?|bottom line|empfehlung\w*|recommandation\w*|recomendaci\w*)/,
  closes:
    /\b(?:summary|summar\w*|synthesis|conclu\w*|takeaways?|key (?:findings|points)|wrap(?:ping)? up|in short|in sum|tl ?dr|overall|closing|fazit|zusammenfassung)/,
  pattern:
    /^how |\b(?:patterns?|conventions?|idioms?|precedents?|prior art|house style|code style|existing (?:practices?|approach\w*|examples?|ways?)|similar (?:code|places?|cases?|changes?|implementations?)|usual ways?|done (?:here|elsewhere))\b/,
  alternative:
    /\b(?:alternatives?|other (?:ways|options|approaches)|options|considered|rejected|not chosen|discarded|trade ?offs?|out of scope|non goals?)\b/,
  decision: /\b(?:decisions?|design choices?|choices)\b/,
}

export function serves(title: string, purpose: Purpose): boolean {
  return PURPOSES[purpose].test(simple(title))
}

/** What an Explorer is asked for: a section under such a title answers the question, whatever it cites. */
const ASKED = new Set(
  (
    'the a an and or of in for to this that task code base codebase repository project relevant related affected involved important key main current ' +
    'existing overview background context scope introduction findings files file functions function modules module entry points structure layout architecture ' +
    'dependencies dependency dependents depends on callers callees usage usages consumers imports tests test testing coverage covered missing gaps ' +
    'risks risk risky concerns caveats pitfalls edge cases questions open unknowns assumptions what is which do not exist yet where it they them touches touched'
  ).split(' '),
)

export function isAskedFor(title: string): boolean {
  const words = simple(title)
  return words.split(' ').every((word) => ASKED.has(word))
}

/** `Recommendation: …` at the beginning of a line or a sentence is as good as a heading. */
const LABEL = /(?:^|[.!?] |[-*+] )(?:\*\*|__)?(\p{L}[\p{L} ]{2,40})(?:\*\*|__)?:/gu

export function labelled(text: string, purpose: Purpose): boolean {
  if (!text.includes(':')) return false
  return [...text.matchAll(LABEL)].some(([, label = '']) => serves(label, purpose))
}

function simple(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/^[\d ]+/, '')
    .trim()
}

/** Takes out of an error's words what differs between two occurrences of one error. */

const MAX_IN = 2000
const MAX_OUT = 240
const ROUNDS = 4

// Escape sequences of terminals: colours, cursor, titles and links.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they begin with one
const TERMINAL = /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\^_])/g

export function withoutTerminalCodes(text: string): string {
  return text.replace(TERMINAL, '')
}

const NAME = '[\\w.@+~$-]+'
/** In this order: what a later one would break is replaced before. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:https?|wss?|file):\/\/[^\s'"<>)\]]+/gi, '<url>'],
  [/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, '<uuid>'],
  [/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/g, '<time>'],
  [/\b\d\d?:\d\d:\d\d(?:[.,]\d+)?\b/g, '<time>'],
  [/\b0x[0-9a-f]+\b/gi, '<address>'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g, '<address>'],
  // These figures say what went wrong, not where: they become part of a word.
  [/\b(status(?: code)?["']?[ :=]+|returned error: |HTTP(?:\/\d(?:\.\d)?)?[ :]+)([1-5]\d\d)\b/gi, '$1http$2'],
  [/\b(exit(?:ed)?(?: with)?(?: (?:code|status))?[ :=]+)(\d{1,3})\b/gi, '$1exit$2'],
  [/\b(?:tmp|temp)[\w-]*\d[\w-]*/gi, '<temporary>'],
  [/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b/g, '<hash>'],
  [new RegExp(`(?<![\\w.@<$-])(?:[A-Za-z]:)?\\\\(?:${NAME}\\\\)+(?=${NAME})`, 'g'), ''],
  [new RegExp(`(?<![\\w.@<$-])(?:~|\\.{1,2})?/(?:${NAME}/)*(?=${NAME})`, 'g'), ''],
  [/(?<![\w./@<$-])(?:[\w.+~-]+\/)+(?=[\w.+~-]+\.[A-Za-z]\w{0,4}\b)/g, ''],
  // The place in a file: `a.ts:12:5`, `a.ts(12,5)`, `a.py, line 12`.
  [/(\.[A-Za-z]\w{0,4})(?::\d+){1,2}(?!\w)/g, '$1'],
  [/(\.[A-Za-z]\w{0,4})\(\d+(?:,\d+)?\)/g, '$1'],
  [/(?<![\w.])\d+(?:\.\d+)? ?(?:ns|µs|us|ms|s|sec|secs|seconds?|min|minutes?|h|hours?)\b/g, '<time>'],
  [/\bv\d+(?:\.\d+)+\b/g, 'v#'],
  [/(?<![\w.])#?[-+]?\d[\d_]*(?:[.,]\d+)*(?:e[-+]?\d+)?(?:[kmgt]?i?b|px|%)?(?!\w)/gi, '#'],
  [/[‘’`´]/g, "'"],
  [/[“”]/g, '"'],
  [/\s+/g, ' '],
]

/** Doing it twice changes nothing more. */
export function normalise(message: string): string {
  let text = message.slice(0, MAX_IN)
  for (let round = 0; round < ROUNDS; round++) {
    const next = shortened(
      RULES.reduce((words, [rule, by]) => words.replace(rule, by), withoutTerminalCodes(text)),
    )
    if (next === text) break
    text = next
  }
  return text
}

/** Cut between words: a half word could look like something else. */
function shortened(text: string): string {
  const whole = text.trim()
  if (whole.length <= MAX_OUT) return whole
  const space = whole.lastIndexOf(' ', MAX_OUT)
  return whole.slice(0, space > 0 ? space : MAX_OUT).trim()
}

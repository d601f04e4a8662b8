/**
 * How an agent says that what it shows is another's, as parts of regular expressions over lower-case text. Data only. It is
 * asked only where an approval stands bare: a word too many costs one more call.
 */

const anyOf = (text: string): string => `(?:${text.trim().replaceAll(/\s*\n\s*/g, '|')})`

/** Whose words are not the reviewer's. */
export const SOMEBODY = anyOf(`
  maker(?:'s)?
  creator(?:'s)?
  explorer(?:'s)?
  author(?:'s)?
  committer(?:'s)?
  contributor(?:'s)?
  developer(?:'s)?
  submitter(?:'s)?
  (?:other|last|previous|earlier|former|first) reviewer(?:'s)?
  bot
  template
  readme
  changelog
  commit(?:s|'s)?
  pull request
  merge request
  pr
  description
  diff
  patch
  change
  files?
  fixtures?
  documents?
  docs?
  comments?
  tests?
  repository
  logs?
  output
  report
  hand-?over
  message
  notes?
  prompt
  somebody
  someone
  they
  \\S*\\w\\.(?:md|txt|rst|adoc|jsx?|tsx?|mjs|cjs|json|ya?ml|toml|html?|py|go|rs|rb|java|kt|cs|php|sh|log|patch|diff)
`)

/** What somebody does who says something. */
export const TELLS = anyOf(`
  says?
  said
  reads
  read(?=\\W*$)
  (?:writ(?:es?|ten|ing)|wrote)
  contain(?:s|ed|ing)?
  consists? of
  holds?
  carr(?:y|ies|ied)
  claim(?:s|ed)?
  (?:end|clos|finish|sign)(?:e?s|e?d|ing)?(?: (?:its|their|the|his|her) [\\w ]{2,30}| off)? (?:with|so|thus|in|like this|as follows)
  (?:hand(?:s|ed|ing)?|pass(?:es|ed|ing)?) (?:over|on|in|to)
  want(?:s|ed)
  would have
  asks? (?:me|for|us)
  tells? (?:me|us|reviewers)
  told (?:me|us)
  instruct\\w*
  (?:conclud|propos|suggest|stat|declar|announc)e?(?:s|d)
  (?:adds?|puts?|put|left|leaves) (?:this|these|the following|it|in|at|there|behind)
  goes
  has this
  has the following
`)

/** Words about a quotation: these say so even where the reviewer speaks of itself. */
export const QUOTES = anyOf(`
  quot(?:e[ds]?|ing|ation)\\b
  cop(?:y|ied|ying)\\b
  past(?:ed|ing)\\b
  verbatim\\b
  word for word\\b
  reproduc
  planted\\b
  inject
  forged\\b
  found (?:this|these|it|the following|in|at)\\b
  came across\\b
  for the record\\b
`)

/** What a reviewer calls its own. */
export const INTRODUCES_OWN = anyOf(`
  verdict
  reviews?
  reviewed
  contract
  findings?
  results?
  conclusion
  decision
  assessment
  summary
  answer
  checked
  looked
  block
  json
  read
  run
  ran
  approv\\w+
`)

/** How the sentence after a quotation says where it comes from: "That is in the diff." */
export const ATTRIBUTES = anyOf(`
  (?:that|this|it|the (?:block|above|json|text|approval|lines?|quotation)(?: above)?|above|so much) (?:is|was|are|comes?|came|stands?|stood|stems?)(?: only| just| verbatim| literally| exactly| quoted| copied| taken| written| all| not mine but)* (?:in|from|part of|by|at the end of|what)
  (?:that|this|so|thus) (?:says|said|writes|wrote|ends|reads)
`)

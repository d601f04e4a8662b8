/** How one language writes tests. Every pattern runs over code whose comments and string contents are blanks. */
export interface Language {
  id: string
  files: RegExp
  /** Global. Group 1, if any, is the test's name; otherwise the string right after the match is. */
  declaration: RegExp
  /** Global. Where the name stands when it follows the declaration at a distance (an annotation). */
  nameAfter?: RegExp
  /** Global. */
  assertion: RegExp
  /** An assertion that would pass for almost any value. Tested against one assertion's own text. */
  weak: RegExp
  /** Global. Switches a test off, lets it fail, narrows the run to it, or ends the process early. */
  marker: RegExp
  /** Of those, the ones that depend on where the test runs: ordinary in a new file. */
  conditional: RegExp
  /** Global. Of those that only raw text shows, because the language hides them in comments. */
  rawMarker?: RegExp
  /** Tests live inside the product's files as well; they begin here. */
  inline?: RegExp
}

import { partsOf } from '../../measures/vocabulary.ts'
import { drift, fixTask, patternWords, structureTask } from '../../policy/drift.ts'
import type { Asked } from './on-task.ts'
import { type Drift, drifted, linesOf, type Weighed } from './weigh.ts'

const PATTERNS = new Map(patternWords.map((word): [string, string] => [partsOf(word)[0] ?? word, word]))

/** A solution far larger than its problem: modules that a fix does not need, or machinery that nobody asked for. */
export function tooLarge(counted: Weighed[], asked: Asked): Drift | null {
  const { task } = asked.aim
  if (structureTask.test(task)) return null
  return (fixTask.test(task) ? grown(counted) : null) ?? machinery(counted, asked)
}

function grown(counted: Weighed[]): Drift | null {
  const extra = newIn(counted).filter(isStrange)
  const rest = linesOf(counted) - linesOf(extra)
  const isLarge = linesOf(extra) >= Math.max(drift.newLines, drift.newToRest * rest)
  // Where nothing else was changed, these may be the fix.
  if (extra.length < drift.newModules || !isLarge || rest === 0) return null
  return over(counted, extra, `${extra.length} new modules for a fix of ${rest} lines`)
}

function machinery(counted: Weighed[], asked: Asked): Drift | null {
  const unnamed = newIn(counted).filter(({ bond }) => bond !== 'named')
  const strange = strangePatterns(asked)
  const found = unnamed.filter(({ file }) => patternsIn(file.path, strange).length > 0)
  if (found.length < drift.newModules || linesOf(found) < drift.newLines) return null
  const kinds = [...new Set(found.flatMap(({ file }) => patternsIn(file.path, strange)))]
  const sentence = `${found.length} new modules of machinery that nobody asked for: ${kinds.join(', ')}`
  return over(counted, found, sentence)
}

function newIn(counted: Weighed[]): Weighed[] {
  return counted.filter(({ file }) => file.change === 'added')
}

function over(counted: Weighed[], off: Weighed[], sentence: string): Drift {
  return drifted(counted, off, { causes: ['over-engineering'], evidence: [sentence] })
}

/** Its own words do not speak of the task: at most, something on the task uses it. */
function isStrange({ bond }: Weighed): boolean {
  return bond === 'none' || bond === 'faint' || bond === 'linked'
}

/** Words for machinery, by their stems, that neither the task nor the project has. */
function strangePatterns({ aim, survey }: Asked): Map<string, string> {
  const said = new Set([aim.task, ...aim.also].flatMap(partsOf))
  return new Map([...PATTERNS].filter(([part, word]) => !said.has(part) && !survey.patterns.includes(word)))
}

/** Those that a file's own name has. */
function patternsIn(path: string, patterns: Map<string, string>): string[] {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return partsOf(name).flatMap((part) => patterns.get(part) ?? [])
}

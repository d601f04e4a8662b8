import { type CodeName, codeNames } from '../../core/code-names.ts'
import type { EventData, Finding } from '../../core/events.ts'
import { evidenceKind } from '../../core/evidence.ts'
import { type SourceFile, usesFile } from '../../verify/file-links.ts'
import { type Code, codeLines, functionLines } from '../../verify/function-lines.ts'
import { type ReviewWorld, textOf } from './review-world.ts'

type FindingFacts = NonNullable<EventData['review.verdict']['facts']>[number]

const MAX_UNKNOWN = 3
/** Links are looked for with so many files of the change; a larger one touches everything anyway. */
const MAX_LINKS = 50

/** What there is to see about each finding, without weighing it. Rules about reviewers read this. */
export function findingFacts(findings: Finding[], world: ReviewWorld): FindingFacts[] {
  const changed = new Set(world.changed)
  const code = rememberedCode(world)
  const links = rememberedLinks(world)
  return findings.map((finding) => ({
    in_change: finding.file !== null && changed.has(finding.file),
    ...links(finding.file),
    place: placeOf(finding, world),
    evidence: shownBy(finding),
    ...namesOf(finding, world),
    function_lines: linesAt(finding, code),
    words: wordsIn(`${finding.description} ${finding.fix}`),
  }))
}

function placeOf({ file, line }: Finding, world: ReviewWorld): FindingFacts['place'] {
  if (file === null) return 'none'
  if (!world.fileExists(file)) return 'no-file'
  if (line === null) return 'file'
  // Of what is no text nobody can say which lines it has.
  return line <= (world.lineCount(file) ?? line) ? 'line' : 'no-line'
}

/** What to put in is as good in the description. */
function shownBy({ description, evidence }: Finding): FindingFacts['evidence'] {
  return evidenceKind(description) === 'reproduction' ? 'reproduction' : evidenceKind(evidence)
}

type Names = Pick<FindingFacts, 'known_names' | 'unknown_names' | 'foreign_words'>

function namesOf(finding: Finding, world: ReviewWorld): Names {
  const names = codeNames(textOf(finding))
  const files = [finding.file, ...world.changed.slice(0, MAX_LINKS)].concat(names.map(({ name }) => name))
  const sources = [...new Set(files)].flatMap((file) => (file && world.sources.get(file)) || [])
  const isKnown = (word: string) => sources.some(({ words }) => words.has(word))
  const known = names.filter(({ name, shape }) =>
    shape === 'path' ? world.hasName(name) || world.changed.includes(name) : name.split('.').some(isKnown),
  )
  // Where not all could be read, nothing can be missed.
  const isSure = world.complete && sources.length > 0
  const unknown = isSure ? names.filter((each) => !known.includes(each)) : []
  const listed = (missed: boolean) => unknown.filter((each) => canBeMissed(each) === missed).map(nameOf)
  return {
    known_names: known.length,
    unknown_names: listed(true).slice(0, MAX_UNKNOWN),
    foreign_words: listed(false).slice(0, MAX_UNKNOWN),
  }
}

function nameOf({ name }: CodeName): string {
  return name
}

/** A method may be anybody's, and a word may be a value. */
function canBeMissed({ name, shape }: CodeName): boolean {
  return shape === 'path' || (shape === 'call' && !name.includes('.'))
}

function linesAt({ file, line }: Finding, code: (path: string) => Code | null): number | null {
  if (file === null || line === null) return null
  const found = code(file)
  return found && functionLines(found, line)
}

function rememberedCode({ sources }: ReviewWorld): (path: string) => Code | null {
  return remembered((path) => {
    const source = sources.get(path)
    return source ? codeLines(source.text, path) : null
  })
}

function rememberedLinks(world: ReviewWorld) {
  return remembered((file: string | null) => {
    const source = file === null ? undefined : world.sources.get(file)
    return source ? linksOf(source, world) : { uses_change: false, used_by_change: false }
  })
}

function linksOf(source: SourceFile, { changed, sources }: ReviewWorld) {
  const others = changed.slice(0, MAX_LINKS).filter((path) => path !== source.path)
  return {
    // A file that is gone, or was too much, can still be brought in by its name.
    uses_change: others.some((path) => usesFile(source, sources.get(path) ?? { path, declared: [] })),
    used_by_change: others.some((path) => usesFile(sources.get(path) ?? null, source)),
  }
}

function remembered<K, V>(work: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>()
  return (key) => {
    if (!known.has(key)) known.set(key, work(key))
    // It was put there in the line before.
    return known.get(key) as V
  }
}

function wordsIn(text: string): number {
  return text.split(/\s+/).filter(Boolean).length
}

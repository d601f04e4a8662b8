import { isNothing } from '../../contracts/finding-value.ts'
import { normalise } from '../../core/finding-text.ts'
import type { SceneFinding } from '../scenes.ts'

/** What findings look like to rules about reviewers. Where a log has no facts, the reviewer gets the benefit of the doubt. */

/** The first words of who asks to think, not to do. Only there: what follows decides. */
const ASKS_TO_THINK =
  /^(?:please\s+|perhaps\s+|maybe\s+|possibly\s+|(?:you|we|one|it)\s+(?:may|might|could|should)\s+(?:want\s+to\s+|be\s+worth\s+)?)*(?:(?:re)?consider|think|look|revisit|review|evaluate|explore|discuss|investigate|assess|examine)(?:ing)?\b/i
/** Something of the code: quoted, shaped like a name, called, a path, a number. */
const CONCRETE = /`[^`]+`|"[^"]+"|\d|[a-z][A-Z]|\w_\w|\w\(|[\w-]\/[\w-]|\w\.[a-z]{1,5}\b/
/** So many words that mean something are an action with its object, whatever comes before them. */
const SAYS_WHAT = 4
/** In characters: by then it is plain whether it says what. */
const ENOUGH = 200

export function isWeighty({ severity }: SceneFinding): boolean {
  return severity !== 'INFO'
}

export function isCritical({ severity }: SceneFinding): boolean {
  return severity === 'CRITICAL'
}

/** Something to do is written where the fix belongs. */
export function hasFix({ fix }: SceneFinding): boolean {
  return !isNothing(fix) && (CONCRETE.test(fix) || fix.trim().split(/\s+/).length >= 2)
}

/** A fix that can be carried out: it does not only ask to think, or it says about what in detail. */
export function hasAction(finding: SceneFinding): boolean {
  if (!hasFix(finding)) return false
  const rest = finding.fix.trim().replace(ASKS_TO_THINK, '')
  if (rest === finding.fix.trim() || CONCRETE.test(rest)) return true
  return normalise(rest.slice(0, ENOUGH)).split(' ').length >= SAYS_WHAT
}

/** The fix from its first word that is more than asking to think. */
export function firstWords(fix: string): string {
  return fix.trim().replace(ASKS_TO_THINK, '').trim()
}

/** In code that the change touches, or that uses what it touches. */
export function isInChange({ facts }: SceneFinding): boolean {
  return facts === null || facts.in_change || facts.uses_change
}

/** In a file that is there and that the change has nothing to do with. A file yet to be written is no such place. */
export function isElsewhere(finding: SceneFinding): boolean {
  const { facts } = finding
  return facts !== null && facts.place !== 'none' && facts.place !== 'no-file' && !isInChange(finding)
}

export function isReproduced({ facts }: SceneFinding): boolean {
  return facts === null || facts.evidence === 'reproduction'
}

/** It counts, it is about the change, and it shows code, a command or how to see it happen. */
export function isGenuine(finding: SceneFinding): boolean {
  const { facts, counts } = finding
  return facts === null || (counts && isInChange(finding) && facts.evidence !== 'none')
}

const MAX_LISTED = 5
const MAX_PLACE = 120

/** Where they are, for a line of evidence. */
export function placesOf(findings: SceneFinding[]): string {
  const places = findings.slice(0, MAX_LISTED).map(({ file, line }) => {
    if (file === null) return 'no file'
    const path = file.replaceAll(/\s+/g, ' ').slice(0, MAX_PLACE)
    return line === null ? path : `${path}:${line}`
  })
  const more = findings.length - places.length
  return more > 0 ? `${places.join(', ')} and ${more} more` : places.join(', ')
}

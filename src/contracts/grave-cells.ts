import { GRAVE } from '../policy/rejection-words.ts'

/** Severities in the cells of a table, in lower case and without marks. */

const ALONE = new RegExp(
  `^\\W*(?:xmark\\W*)?(?:severity\\W+)?(?:${GRAVE})(?:\\W*\\(?\\d\\)?)?\\W*(?:xmark\\W*)?$`,
)
/** With what it is, or where: "critical (security)", "security/critical", "critical: rounds twice". */
const FIRST = new RegExp(
  `^\\W*(?:xmark\\W*)?(?:[1-9]\\d? )?(?:${GRAVE})\\s*(?:[(/,:;+|\\n&]|- )(?!\\W*(?:none|no\\b|0\\b|nothing|n/a|$)).*`,
  's',
)
const LAST = new RegExp(`^[^.|]{1,60}(?:[(/,:;+\\n[&]| -) *(?:${GRAVE})\\W*$`)
const NOT_THIS = /\b(?:no|not|non|never|none|formerly|was|were|below|than|up to|if)\b/
const COLUMN = new RegExp(
  `^\\W*(?:xmark\\W*)?(?:open |new |number of |# ?)?(${GRAVE}) ?(?:findings?|issues?|bugs?|problems?|s|\\(?s\\)?|count)?\\W*$`,
)
const NO_COUNT =
  /^\W*(?:0+|zero|none|no|nope|nothing|nil|n\/a|na|false|okmark|-*|—|–|not? .*|no .*|keine)\W*$/
/** The cell itself says so. */
const PLACE = /\S+\.\w+:\d+/

export function isGraveCell(cell: string): boolean {
  return ALONE.test(cell) || ((FIRST.test(cell) || LAST.test(cell)) && !NOT_THIS.test(cell))
}

/** What stands under "Critical", "Blockers" or "Must fix?", if it is not "none". */
export function graveColumns(header: string[]): number[] {
  return header.flatMap((title, at) => (COLUMN.test(title) ? [at] : []))
}

export function isSomethingCounted(cell: string): boolean {
  return cell !== '' && !NO_COUNT.test(cell)
}

/** A first row that names a place is a finding, and no header. */
export function namesPlace(cells: string[]): boolean {
  return cells.some((cell) => PLACE.test(cell))
}

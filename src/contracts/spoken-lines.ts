import type { Contract } from '../core/events.ts'
import { readStatus } from './contract-keys.ts'
import type { Scan } from './scan-markdown.ts'

/** The two things an agent may say with a line of its own. */

export type Verdict = NonNullable<Contract['verdict']>

const LONGEST = 80
const LABEL = /^(?:verdict:|\*\*verdict:\*\*|\*\*verdict\*\*:)[ \t]+/i
/** `APPROVED (1 WARNING)`: what was found is told, and it is nothing grave. */
const REMARKS = /^(\*{0,2}APPROVED\*{0,2})[ \t]+\((?:0 CRITICALS?|\d{1,2} (?:WARNING|INFO)S?|, ?| and )+\)$/
const STATUS = /^STATUS:[ \t]+(\w+)$/

/** Every verdict on a line of its own, each once. */
export function verdictLines(scan: Scan): Verdict[] {
  const found = verdictPlaces(scan).map((at) => verdictOn(scan.lines[at] ?? ''))
  return [...new Set(found)].filter((verdict) => verdict !== null)
}

/** The lines that are one. */
export function verdictPlaces({ lines, kinds }: Scan): number[] {
  return lines.flatMap((line, at) =>
    kinds[at] === 'text' && verdictOn(line) && !goesOn(lines[at + 1] ?? '') ? [at] : [],
  )
}

/** "I would say / APPROVED / if the guard were there." */
function goesOn(next: string): boolean {
  return /^\s{0,3}(?:if|once|when|until|unless|only|provided|as soon as|were|had|would)\b/.test(
    next.slice(0, 40),
  )
}

function verdictOn(line: string): Verdict | null {
  if (line.length > LONGEST || !/APPROVED|REJECTED/.test(line)) return null
  const said = line.trim().replace(/^#{1,6}[ \t]+/, '')
  const word = unbold(unbold(unbold(said).replace(LABEL, '')).replace(REMARKS, '$1'))
  return word === 'APPROVED' || word === 'REJECTED' ? word : null
}

function unbold(text: string): string {
  const inner = text.length > 4 && text.startsWith('**') && text.endsWith('**') ? text.slice(2, -2) : text
  return inner.includes('**') ? text : inner
}

/** `STATUS: TOKEN`, if the message's last line says so. */
export function statusLine({ lines, kinds }: Scan): Pick<Contract, 'status' | 'status_assumed'> {
  let last = lines.length - 1
  while (last >= 0 && kinds[last] === 'blank') last--
  const line = kinds[last] === 'text' ? (lines[last] ?? '') : ''
  if (line.length > LONGEST) return readStatus(undefined)
  const bare = unbold(line.trim()).replace(/^\*\*STATUS:\*\*/, 'STATUS:')
  return readStatus(STATUS.exec(bare)?.[1])
}

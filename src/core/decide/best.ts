import type { Finding } from '../events.ts'
import { tally } from '../findings.ts'
import type { View } from './strategy.ts'
import { presentWork } from './work.ts'

interface Candidate {
  head: string
  green: boolean | null
  findings: Finding[]
  cycle: number
}

/** Green, then fewest CRITICAL, then fewest WARNING, then latest. */
export function best(view: View, present: Finding[]): string | null {
  const { state, start } = view
  const now = presentWork(view)
  const verified = state.merge?.head === now?.head ? state.verified[`merged:${state.merge?.tree}`] : undefined
  const green = verified?.ran ? verified.green : null
  const candidates: Candidate[] = [...state.history]
  if (now) candidates.push({ head: now.head, green, findings: present, cycle: state.cycle })
  const worthy = candidates.filter((candidate) => candidate.head !== start.base)
  return worthy.sort(compare)[0]?.head ?? null
}

function compare(a: Candidate, b: Candidate): number {
  const [left, right] = [tally(a.findings), tally(b.findings)]
  return (
    Number(b.green === true) - Number(a.green === true) ||
    left.critical - right.critical ||
    left.warning - right.warning ||
    b.cycle - a.cycle
  )
}

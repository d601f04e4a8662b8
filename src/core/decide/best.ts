import type { Finding } from '../events.ts'
import { tally } from '../findings.ts'
import { verificationOf } from '../verification.ts'
import type { View } from './strategy.ts'
import { presentWork } from './work.ts'

interface Candidate {
  head: string
  green: boolean | null
  findings: Finding[]
  /** Cycle or pass: the later one is the larger. */
  turn: number
}

/** Green, then fewest CRITICAL, then fewest WARNING, then latest. */
export function best(view: View, present: Finding[]): string | null {
  // What is only reviewed is somebody else's, and has its place.
  if (view.start.review) return null
  const candidates = view.state.passes.length > 0 ? ofPasses(view) : ofCycles(view, present)
  const worthy = candidates.filter((candidate) => candidate.head !== view.start.base)
  return worthy.sort(compare)[0]?.head ?? null
}

function ofCycles(view: View, present: Finding[]): Candidate[] {
  const { history, cycle } = view.state
  return [...history.map((each) => ({ ...each, turn: each.cycle })), ...presentOne(view, present, cycle)]
}

/** Passes do not keep their findings, so none is held against any of them. */
function ofPasses(view: View): Candidate[] {
  const { passes, round } = view.state
  const ended = passes.map(({ head, check, pass }) => ({
    head,
    green: check === 'green',
    findings: [],
    turn: pass,
  }))
  return passes.at(-1)?.pass === round ? ended : [...ended, ...presentOne(view, [], round)]
}

function presentOne(view: View, findings: Finding[], turn: number): Candidate[] {
  const { merge } = view.state
  const now = presentWork(view)
  if (!now) return []
  const result = merge?.head === now.head ? verificationOf(view.state, 'merged') : undefined
  return [{ head: now.head, green: result?.ran ? result.green : null, findings, turn }]
}

function compare(a: Candidate, b: Candidate): number {
  const [left, right] = [tally(a.findings), tally(b.findings)]
  return (
    Number(b.green === true) - Number(a.green === true) ||
    left.critical - right.critical ||
    left.warning - right.warning ||
    b.turn - a.turn
  )
}

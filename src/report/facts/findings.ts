import { converge } from '../../core/convergence.ts'
import type { EventData, Finding, WiggumEvent } from '../../core/events.ts'
import { dedupe, tally } from '../../core/findings.ts'
import type { RunState } from '../../core/state.ts'
import type { FindingCycle, FindingFacts, FindingRow } from './facts.ts'

const MAX_CYCLES = 40
/** Of one cycle; nobody reads more, and comparing them costs their square. */
const MAX_FINDINGS = 60
/** What came back after more cycles than these is told as new. */
const MAX_BACK = 6

type Boundary = EventData['cycle.boundary']

interface Raised {
  cycle: number
  /** Who looked → what they hold against the work; who looks again is heard again. */
  by: Map<string, Finding[]>
  boundary: Boundary | null
  pass: EventData['pass.complete'] | null
}

export interface FindingLedger {
  note(event: WiggumEvent, state: RunState): void
  result(): FindingFacts
}

/** Findings by cycle, by pass or by round, whichever the strategy goes in. */
export function findingLedger(): FindingLedger {
  const raised = new Map<number, Raised>()
  let unit: FindingFacts['unit'] = 'round'
  let left_out = 0
  const at = (cycle: number): Raised => {
    const known = raised.get(cycle) ?? { cycle, by: new Map(), boundary: null, pass: null }
    raised.set(cycle, known)
    if (raised.size > MAX_CYCLES) {
      raised.delete(raised.keys().next().value!)
      left_out += 1
    }
    return known
  }
  return {
    note(event, state) {
      const now = unit === 'cycle' ? state.cycle : state.round
      if (event.type === 'run.start') unit = unitOf(event.data)
      if (event.type === 'review.verdict')
        at(now).by.set(event.data.step, state.reviews[event.data.step]?.effective ?? [])
      if (event.type === 'work.inspected') at(now).by.set('inspected', event.data.findings)
      if (event.type === 'pass.complete') at(event.data.pass).pass = event.data
      if (event.type === 'cycle.boundary') at(event.data.cycle).boundary = event.data
    },
    result: () => ({ unit, cycles: followed([...raised.values()]), left_out }),
  }
}

function unitOf({ strategy }: EventData['run.start']): FindingFacts['unit'] {
  if (strategy === 'pdca') return 'cycle'
  return strategy === 'pipeline' ? 'round' : 'pass'
}

function followed(all: Raised[]): FindingCycle[] {
  const standing = all.map((each) => standingOf(each))
  return all.map((each, at) => cycleOf(each, standing, at))
}

/** What has weight: what the supervisor itself wrote down at the end of a cycle, else what reviewers hold against the work. */
function standingOf({ by, boundary }: Raised): Finding[] {
  if (boundary) return boundary.findings
  return dedupe([...by.values()].flat().slice(0, MAX_FINDINGS)).filter(({ severity }) => severity !== 'INFO')
}

function cycleOf({ cycle, by, boundary, pass }: Raised, standing: Finding[][], at: number): FindingCycle {
  const present = standing[at]!
  const told = [...by.values()].flat().filter(({ severity }) => severity === 'INFO')
  const few = standing.slice(Math.max(0, at - MAX_BACK), at + 1).map((each) => each.slice(0, MAX_FINDINGS))
  const { fates, counts } = converge(few.slice(0, -1), few.at(-1)!)
  const recorded = boundary?.convergence ?? null
  const rows = [
    ...fates
      .toSorted((a, b) => Number(a.fate === 'RESOLVED') - Number(b.fate === 'RESOLVED'))
      .map(({ finding, fate }) => rowOf(finding, at === 0 ? null : fate)),
    ...told.map((finding) => rowOf(finding, null)),
  ]
  const { critical, warning } = tally(present)
  return {
    cycle,
    critical,
    warning,
    info: told.length,
    findings: rows.slice(0, MAX_FINDINGS),
    left_out: Math.max(0, rows.length - MAX_FINDINGS),
    fates: at === 0 ? null : recorded ? pick(recorded) : counts,
    convergence: recorded && `${recorded.score.toFixed(2)}, ${recorded.band}`,
    checks: pass?.check ?? (boundary?.green == null ? null : boundary.green ? 'green' : 'red'),
  }
}

function pick({ new: fresh, resolved, persistent, regressed }: NonNullable<Boundary['convergence']>) {
  return { new: fresh, resolved, persistent, regressed }
}

function rowOf(finding: Finding, fate: FindingRow['fate']): FindingRow {
  const { id, file, line, severity, category, description, fix, sources } = finding
  const place = file ? `${file}${line ? `:${line}` : ''}` : '–'
  return { id, place, severity, category, description, fix, by: sources.join(', '), fate }
}

import type { Amount, DiagnosedRun } from './diagnosed-run.ts'
import { claimOf, isWasted } from './judge.ts'

/** What many runs come to. Money is the sum of what is known: `usd_runs` says of how many runs. */
export interface Sums {
  runs: number
  steps: number
  resolved: number
  failed: number
  unknown: number
  tokens: number
  usd: number
  usd_runs: number
  /** Spent after the point of no return; a run that is known to have succeeded has none. */
  lost_tokens: number
  lost_usd: number
  /** Of all tokens. */
  lost_share: number | null
  /** Runs whose tokens are an estimate. */
  estimated: number
  claims: Claims
  nudged: number
  halted: number
  /** Halts of runs that are known to have succeeded. */
  wrong_halts: number
  /** What came after the halts of runs that did not succeed. */
  saved_tokens: number
  saved_usd: number
}

/** Runs that said they were done. */
interface Claims {
  all: number
  /** Known to be wrong. */
  wrong: number
  /** Nobody knows, and the trace speaks against them. */
  doubtful: number
  /** Nobody knows, and the trace cannot be asked. */
  unjudged: number
}

export interface GroupSums extends Sums {
  name: string
}

export type GroupBy = 'agent' | 'model' | 'project'

export function sumsOf(runs: DiagnosedRun[]): Sums {
  const sum = empty()
  for (const run of runs) add(sum, run)
  sum.lost_share = sum.tokens > 0 ? sum.lost_tokens / sum.tokens : null
  return sum
}

/** The most wasteful first. */
export function groupsOf(runs: DiagnosedRun[], by: GroupBy): GroupSums[] {
  const groups = new Map<string, DiagnosedRun[]>()
  for (const run of runs) {
    const name = run[by] ?? 'unknown'
    const group = groups.get(name)
    if (group) group.push(run)
    else groups.set(name, [run])
  }
  const all = [...groups].map(([name, members]) => ({ name, ...sumsOf(members) }))
  return all.sort((a, b) => b.lost_tokens - a.lost_tokens || a.name.localeCompare(b.name))
}

/** What was spent after the point of no return decides. Tokens, since money is not known of every run. */
export function byWaste(runs: DiagnosedRun[]): DiagnosedRun[] {
  return runs.toSorted((a, b) => wasteOf(b).tokens - wasteOf(a).tokens || a.id.localeCompare(b.id))
}

export function wasteOf(run: DiagnosedRun): Amount {
  return isWasted(run) ? run.spend.after : { tokens: 0, usd: run.spend.after.usd === null ? null : 0 }
}

function empty(): Sums {
  return {
    runs: 0,
    steps: 0,
    resolved: 0,
    failed: 0,
    unknown: 0,
    tokens: 0,
    usd: 0,
    usd_runs: 0,
    lost_tokens: 0,
    lost_usd: 0,
    lost_share: null,
    estimated: 0,
    claims: { all: 0, wrong: 0, doubtful: 0, unjudged: 0 },
    nudged: 0,
    halted: 0,
    wrong_halts: 0,
    saved_tokens: 0,
    saved_usd: 0,
  }
}

function add(sum: Sums, run: DiagnosedRun): void {
  const lost = wasteOf(run)
  sum.runs += 1
  sum.steps += run.steps
  sum[run.outcome] += 1
  sum.tokens += run.spend.total.tokens
  sum.usd += run.spend.total.usd ?? 0
  if (run.spend.total.usd !== null) sum.usd_runs += 1
  sum.lost_tokens += lost.tokens
  sum.lost_usd += lost.usd ?? 0
  if (run.spend.tokens_from === 'estimate') sum.estimated += 1
  addClaim(sum.claims, run)
  addHalt(sum, run)
}

function addClaim(claims: Claims, run: DiagnosedRun): void {
  const claim = claimOf(run)
  if (claim === 'none') return
  claims.all += 1
  if (claim === 'wrong' || claim === 'doubtful' || claim === 'unjudged') claims[claim] += 1
}

function addHalt(sum: Sums, { would, outcome }: DiagnosedRun): void {
  if (would.nudge) sum.nudged += 1
  if (!would.halt) return
  sum.halted += 1
  if (outcome === 'resolved') {
    sum.wrong_halts += 1
    return
  }
  sum.saved_tokens += would.halt.saved.tokens
  sum.saved_usd += would.halt.saved.usd ?? 0
}

import { RESCUE_DAYS } from '../policy/retention.ts'
import { secondsBetween } from './decide/instants.ts'

/** How a run stands, as far as it matters for whether it may go. `gone`: its log went before; only refs may be left. */
export type Standing =
  | 'ended'
  | 'running'
  | 'waiting'
  | 'interrupted'
  | 'never started'
  | 'torn log'
  | 'damaged log'
  | 'gone'

export interface RescueRef {
  ref: string
  commit: string
  /** The latest instant at which it may have been saved. */
  saved: string
}

export interface RunFacts {
  run: string
  standing: Standing
  /** Since when nothing has happened to it; `null`: not known. */
  since: string | null
  rescues: RescueRef[]
  branch: { ref: string; commit: string; merged: boolean; in_use: boolean } | null
  /** Its folder outside the repository is still there. */
  work: boolean
  /** And holds work that is nowhere else, for a secret in it. */
  holds?: boolean
}

export interface RetentionWish {
  now: string
  keepDays: number
  /** The newest so many ended runs stay, however old they are. */
  keepRuns: number
  /** Only these, however old they are and however they stand. */
  named: string[]
  /** Branches that the target holds go too. */
  branches: boolean
  /** Young rescue refs that somebody said may go. */
  allowed: 'all' | string[]
}

export interface Removal {
  run: string
  standing: Standing
  since: string | null
  /** `run`: all of it. `work`: only the folder that an ended run left behind. `refs`: all else is gone. */
  what: 'run' | 'work' | 'refs'
  rescues: RescueRef[]
  branch: { ref: string; commit: string } | null
}

export interface RetentionPlan {
  removals: Removal[]
  kept: { run: string; why: string }[]
  /** Rescue refs that would go if they were older, or somebody allowed it. */
  young: (RescueRef & { run: string })[]
}

const NOT_NAMED = 'not named'
const HELD = 'its work holds what looks like a secret, and is nowhere else: --allow rescue drops it'

/** What may go. Whatever is not known for sure to be old, ended and nobody's stays. */
export function planRetention(runs: RunFacts[], wish: RetentionWish): RetentionPlan {
  const newest = newestOf(runs, wish)
  const plan: RetentionPlan = { removals: [], kept: [], young: [] }
  for (const facts of runs) {
    const why = reasonToKeep(facts, wish, newest)
    if (why === null) remove(plan, facts, wish)
    else keep(plan, facts, why)
  }
  return plan
}

function newestOf(runs: RunFacts[], { keepRuns }: RetentionWish): Set<string> {
  const ended = runs.filter(({ standing, since }) => standing === 'ended' && since !== null)
  const sorted = ended.toSorted((a, b) => b.since!.localeCompare(a.since!))
  return new Set(sorted.slice(0, keepRuns).map(({ run }) => run))
}

function reasonToKeep(
  { run, standing, since, holds }: RunFacts,
  wish: RetentionWish,
  newest: Set<string>,
): string | null {
  if (standing === 'running') return 'running'
  if (holds && wish.allowed !== 'all' && (wish.named.length === 0 || wish.named.includes(run))) return HELD
  if (wish.named.length > 0) return wish.named.includes(run) ? null : NOT_NAMED
  if (standing !== 'ended' && standing !== 'never started' && standing !== 'gone') return standing
  if (!isOlder(since, wish.now, wish.keepDays)) return `younger than ${wish.keepDays} days`
  return newest.has(run) ? `one of the newest ${wish.keepRuns}` : null
}

function remove(plan: RetentionPlan, facts: RunFacts, wish: RetentionWish): void {
  const { run, standing, since, branch } = facts
  const may = ({ ref, saved }: RescueRef) =>
    isOlder(saved, wish.now, RESCUE_DAYS) || wish.allowed === 'all' || wish.allowed.includes(ref)
  const rescues = facts.rescues.filter(may)
  plan.young.push(...facts.rescues.filter((rescue) => !may(rescue)).map((rescue) => ({ ...rescue, run })))
  const goes = wish.branches && branch?.merged === true && !branch.in_use
  const removal: Removal = {
    run,
    standing,
    since,
    what: standing === 'gone' ? 'refs' : 'run',
    rescues,
    branch: goes ? { ref: branch.ref, commit: branch.commit } : null,
  }
  if (standing !== 'gone' || rescues.length > 0 || goes) plan.removals.push(removal)
}

/** An ended run saved its work before it said that it ended. What is left of its folder is of no use to anybody. */
function keep(plan: RetentionPlan, { run, standing, since, work, holds }: RunFacts, why: string): void {
  if (why === NOT_NAMED) return
  if (standing !== 'gone') plan.kept.push({ run, why })
  if (standing === 'ended' && work && !holds)
    plan.removals.push({ run, standing, since, what: 'work', rescues: [], branch: null })
}

const DAY_SECONDS = 86_400

export function ageInDays(since: string, now: string): number {
  return secondsBetween(since, now) / DAY_SECONDS
}

/** An instant that cannot be read, or lies ahead, is not old. */
function isOlder(since: string | null, now: string, days: number): boolean {
  return since !== null && ageInDays(since, now) >= days
}

import {
  ageInDays,
  planRetention,
  type Removal,
  type RescueRef,
  type RetentionPlan,
  type RetentionWish,
} from '../core/retention.ts'
import { KEEP_DAYS } from '../policy/retention.ts'
import { bytesWords } from '../report/bytes.ts'
import { type GcView, gcLines, refWords } from '../report/gc-lines.ts'
import { oneLine, plural } from '../report/words.ts'
import { failpointsFrom } from '../runtime/failpoints.ts'
import { EXIT, Problem } from '../runtime/problem.ts'
import { openPlace } from '../runtime/project.ts'
import { type Removed, removeRun, sweepLocks } from '../runtime/remove-run.ts'
import { rescuedFiles } from '../workspace/kept-refs.ts'
import type { Repository } from '../workspace/repository.ts'
import { type Call, flag, text } from './command.ts'
import { findAmong } from './find-run.ts'
import { type SurveyedRun, surveyRuns } from './gc-survey.ts'
import { print } from './print.ts'
import { refuseAgents } from './refuse-agents.ts'
import { hasTerminal, yesOrNo } from './yes-or-no.ts'

/** `wiggum gc`: says what would go, asks, and removes it. */
export async function collectGarbage(call: Call): Promise<number> {
  refuseAgents(call, 'remove what runs left')
  const { repo, layout } = await openPlace(call.cwd)
  const asked = wishOf(call)
  const runs = await surveyRuns({ repo, layout, env: call.env, branches: asked.branches })
  const wish = { ...asked, named: call.args.map((wanted) => namedRun(runs, wanted)) }
  refuseRunning(runs, wish)
  const isAsked = hasTerminal() && !call.json && !flag(call, 'dryRun')
  const { plan, view } = await settledPlan({ repo, runs, wish, isAsked })
  const nothing = plan.removals.length === 0
  if (!call.json) for (const line of gcLines(view)) call.out(line)
  if (nothing || flag(call, 'dryRun')) return said(call, view, [])
  if (!flag(call, 'yes') && !(isAsked && (await yesOrNo('Remove this?'))))
    return notRemoved(call, view, isAsked)
  const place = { repo, layout, env: call.env, failpoints: failpointsFrom(call.env) }
  const done: Outcome[] = []
  for (const removal of plan.removals) {
    const { events } = runs.find(({ run }) => run === removal.run)!
    const bytes = bytesOf(runs, removal)
    done.push({ run_id: removal.run, bytes, ...(await removeRun(place, { ...removal, events })) })
  }
  sweepLocks(layout)
  return said(call, view, done)
}

type Outcome = Removed & { run_id: string; bytes: number }

function wishOf(call: Call): RetentionWish {
  return {
    now: new Date().toISOString(),
    keepDays: count(call, 'keepDays', '--keep-days') ?? KEEP_DAYS,
    keepRuns: count(call, 'keepRuns', '--keep-runs') ?? 0,
    named: [],
    branches: flag(call, 'branches'),
    allowed: text(call, 'allow') === 'rescue' ? 'all' : [],
  }
}

/** One whose log is gone too. By a part of its id only if it left something. */
function namedRun(runs: SurveyedRun[], wanted: string): string {
  if (runs.some(({ run }) => run === wanted)) return wanted
  const left = runs.filter(
    ({ standing, rescues, branch }) => standing !== 'gone' || rescues.length > 0 || branch,
  )
  return findAmong(
    left.map(({ run }) => run),
    wanted,
  )
}

function count(call: Call, name: string, shown: string): number | null {
  const given = text(call, name)
  if (given === null) return null
  if (/^\d{1,6}$/.test(given)) return Number(given)
  throw new Problem(EXIT.usage, `${shown} is "${given}"`, 'Write a whole number, such as 30.')
}

function refuseRunning(runs: SurveyedRun[], { named }: RetentionWish): void {
  const running = runs.find(({ run, standing }) => named.includes(run) && standing === 'running')
  if (running)
    throw new Problem(
      EXIT.environment,
      `${running.run} is running`,
      `Stop it first: wiggum stop ${running.run}.`,
    )
}

interface Planning {
  repo: Repository
  runs: SurveyedRun[]
  wish: RetentionWish
  isAsked: boolean
}

/** At a terminal somebody is asked about each young rescue ref, and sees what is in it. */
async function settledPlan({
  repo,
  runs,
  wish,
  isAsked,
}: Planning): Promise<{ plan: RetentionPlan; view: GcView }> {
  const plan = planRetention(runs, wish)
  const view = await viewOf({ repo, runs, wish, isAsked }, plan)
  if (!isAsked || plan.young.length === 0) return { plan, view }
  const allowed: string[] = []
  for (const rescue of view.kept_rescues) {
    print(`${rescue.run} saved work that may be nowhere else:\n  ${refWords(rescue)}\n`)
    if (await yesOrNo('Drop it?')) allowed.push(rescue.ref)
  }
  return settledPlan({ repo, runs, wish: { ...wish, allowed }, isAsked: false })
}

async function viewOf({ repo, runs, wish }: Planning, plan: RetentionPlan): Promise<GcView> {
  const shown = async ({ ref, commit, saved }: RescueRef) => ({
    ref,
    commit,
    days: ageInDays(saved, wish.now),
    files: await rescuedFiles(repo, commit),
  })
  const removals = plan.removals.map(async ({ run, since, rescues, ...rest }) => ({
    run_id: run,
    ...rest,
    days: since === null ? null : ageInDays(since, wish.now),
    bytes: bytesOf(runs, { run, what: rest.what }),
    rescues: await Promise.all(rescues.map(shown)),
  }))
  const young = plan.young.map(async (rescue) => ({ run: rescue.run, ...(await shown(rescue)) }))
  return { removals: await Promise.all(removals), kept: plan.kept, kept_rescues: await Promise.all(young) }
}

function bytesOf(runs: SurveyedRun[], { run, what }: Pick<Removal, 'run' | 'what'>): number {
  const surveyed = runs.find((each) => each.run === run)!
  return what === 'work' ? surveyed.work_bytes : surveyed.bytes
}

function notRemoved(call: Call, view: GcView, isAsked: boolean): number {
  if (isAsked) {
    call.out('Nothing was removed.')
    return EXIT.ok
  }
  if (call.json) call.out(JSON.stringify({ ...view, removed: [], problems: [] }))
  else call.out('Nothing was removed: there is nobody to ask. To remove it: the same with --yes')
  return EXIT.waiting
}

function said(call: Call, view: GcView, done: Outcome[]): number {
  const removed = done.flatMap((each) =>
    each.ok ? [{ run_id: each.run_id, bytes: each.bytes, saved: each.saved }] : [],
  )
  const problems = done.flatMap((each) => (each.ok ? [] : [{ run_id: each.run_id, problem: each.problem }]))
  if (call.json) call.out(JSON.stringify({ ...view, removed, problems }))
  else for (const line of outcomeLines(removed, problems)) call.out(line)
  return problems.length > 0 ? EXIT.environment : EXIT.ok
}

function outcomeLines(
  removed: { run_id: string; bytes: number; saved: { ref: string; commit: string }[] }[],
  problems: { run_id: string; problem: string }[],
): string[] {
  const bytes = removed.reduce((sum, each) => sum + each.bytes, 0)
  return [
    ...removed.flatMap(({ run_id, saved }) =>
      saved.map(({ ref }) => `${run_id}: its unfinished work is on ${ref}`),
    ),
    ...problems.map(({ run_id, problem }) => `${run_id} was not removed: ${oneLine(problem, 300)}`),
    ...(removed.length > 0 ? [`Removed ${plural(removed.length, 'run')}, ${bytesWords(bytes)}.`] : []),
  ]
}

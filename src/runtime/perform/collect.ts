import { cleanText } from '../../contracts/clean-text.ts'
import type { ChangedFile } from '../../core/events.ts'
import { lastAnswered } from '../../core/recall.ts'
import { writeArtifact } from '../../store/artifacts.ts'
import { isTestFile } from '../../verify/test-files.ts'
import type { ChangedPath } from '../../workspace/diff.ts'
import { effect, type RunContext, record } from '../context.ts'
import { whyHeld } from './held-work.ts'
import { moveBranch } from './move-branch.ts'

const MAX_LIST_BYTES = 1_000_000

interface Collect {
  step: string
  attempt: number
  start: string
}

/** What changed comes from git, never from what the Maker says it changed. */
export async function performCollect(context: RunContext, { step, attempt, start }: Collect): Promise<void> {
  const { outside, vault } = context
  if (context.host) return collectUserTree(context, { step, attempt, start })
  const made = lastAnswered(context.state, step)
  const workspace = outside.existingWorkspace(vault, made)
  const found = workspace
    ? await effect(context, `collect:${step}`, () => outside.collect(vault, workspace, start, workspace.name))
    : { ok: false as const, problem: 'its workspace is gone' }
  if (!found.ok) return lost(context, { step: made, attempt, problem: found.problem })
  await takeOver(context, { step, attempt, start, found })
}

/** A live session works in the user's tree: what stands there is its work. */
async function collectUserTree(context: RunContext, at: Collect): Promise<void> {
  const { outside, vault } = context
  const head = await effect(context, `collect:${at.step}`, () =>
    outside.commitUserTree(vault, at.start, at.step),
  )
  outside.markUserTree(vault, head)
  const commits = head === at.start ? 0 : 1
  await takeOver(context, { ...at, found: { head, commits, tookAlong: [], historyRewritten: false } })
}

interface Found {
  head: string
  commits: number
  tookAlong: string[]
  historyRewritten: boolean
  oddities?: string[]
}

/** The work gets the run's branch, and git says what it changes. */
export async function takeOver(
  context: RunContext,
  { step, attempt, start, found }: Collect & { found: Found },
): Promise<void> {
  const { state, layout } = context
  const { review } = state.start!
  // What is only reviewed has its place, and gets no branch of ours.
  if (!context.host && !review) await nameWork(context, found.head)
  const all: ChangedFile[] = (await changesBetween(context, state.start!.base, found.head)).map((file) => ({
    ...file,
    test: isTestFile(file.path),
  }))
  const files = bounded(all)
  writeArtifact(layout, state.runId, 'do-maker-files.txt', all.map((file) => `${file.path}\n`).join(''))
  record(context, {
    type: 'work.collected',
    phase: review ? 'check' : 'do',
    agent: review ? null : 'maker',
    data: {
      step,
      attempt,
      start,
      head: found.head,
      commits: found.commits,
      files,
      more_files: all.length - files.length,
      touched: bounded(await changesBetween(context, start, found.head)).map((file) => file.path),
      took_along: bounded(found.tookAlong.map((path) => ({ path }))).map((file) => file.path),
      history_rewritten: found.historyRewritten,
      ...odd(found.oddities ?? []),
    },
  })
}

const MAX_ODDITIES = 20

function odd(all: string[]): { oddities?: string[] } {
  return all.length > 0 ? { oddities: all.slice(0, MAX_ODDITIES).map((each) => cleanText(each, 300)) } : {}
}

async function changesBetween(
  { outside, vault }: RunContext,
  from: string,
  to: string,
): Promise<ChangedPath[]> {
  return from === to ? [] : outside.changedFiles(vault, from, to)
}

/** An event has a size limit; beyond it the artifact has the whole list. Tests come first: rules ask for them. */
function bounded<T extends { path: string }>(files: T[]): T[] {
  let bytes = 0
  const sorted = [...files].sort((a, b) => Number(isTestFile(b.path)) - Number(isTestFile(a.path)))
  const cut = sorted.findIndex((file) => {
    bytes += file.path.length * 2 + 100
    return bytes > MAX_LIST_BYTES
  })
  return cut === -1 ? files : sorted.slice(0, cut)
}

async function nameWork(context: RunContext, head: string): Promise<void> {
  if (!(await moveBranch(context, head))) await keepUnderRescue(context, head)
}

/** The run's branch is checked out somewhere and cannot move: the work gets a name of its own instead. */
async function keepUnderRescue(context: RunContext, head: string): Promise<void> {
  const saved = await context.outside.rescueCommit(context.vault, head)
  const { branch, base } = context.state.start!
  const reason = saved.held_in
    ? `${await whyHeld(context, head)}, so it is on no branch yet`
    : `${branch} is in use and could not be moved`
  const files = saved.held_in ? (await context.outside.changedNames(context.vault, base, head)).length : 0
  record(context, { type: 'rescue.saved', data: { ...saved, reason, files } })
}

function lost(context: RunContext, what: { step: string; attempt: number; problem: string }): void {
  record(context, {
    type: 'agent.failed',
    phase: 'do',
    agent: 'maker',
    data: {
      step: what.step,
      attempt: what.attempt,
      archetype: 'maker',
      duration_ms: 0,
      cause: 'error',
      message: `its work could not be taken over: ${what.problem}`,
      usage: { input_tokens: 0, output_tokens: 0, cost_usd: 0, turns: 0 },
      retry_at: null,
    },
  })
}

import type { EventData } from '../core/events.ts'
import type { RunState } from '../core/state.ts'
import { readArtifact } from '../store/artifacts.ts'
import type { Layout } from '../store/layout.ts'
import { type Repository, resolveCommit } from '../workspace/repository.ts'
import { EXIT, Problem } from './problem.ts'

type Adopts = NonNullable<EventData['run.start']['adopts']>

/** From which phase a run starts, and whose artifacts it takes. */
export interface StartFrom {
  phase: Adopts['phase']
  earlier: RunState
}

/** Copied where they are there; no rule needs them. */
const OPTIONAL = ['plan-explorer.md', 'plan-mini-explorer.md']

/** What is taken over from the earlier run. Whatever is missing is named, all of it, before anything is written. */
export async function planAdoption(
  repo: Repository,
  layout: Layout,
  { phase, earlier }: StartFrom,
): Promise<{ adopts: Adopts; base: string | null }> {
  const from = earlier.runId
  const work = phase === 'do' ? null : await workOf(repo, phase, earlier)
  const needed = neededFor(phase, earlier, work?.head ?? null)
  const there = (name: string) => readArtifact(layout, from, name) !== null
  const missing = needed.filter(({ name, usable }) => !usable || !there(name)).map(({ name }) => name)
  if (missing.length > 0)
    throw new Problem(
      EXIT.usage,
      `${from} cannot be gone on with from ${phase}: ${listed(missing)} missing in ${layout.artifacts(from)}`,
      'Start from an earlier phase, or name another run with --from-run.',
    )
  const artifacts = [...needed.map(({ name }) => name), ...OPTIONAL.filter(there)]
  return { adopts: { from, phase, head: work?.head ?? null, artifacts }, base: work?.base ?? null }
}

interface Needed {
  name: string
  /** A review of other work than this is as good as none. */
  usable: boolean
}

function neededFor(phase: Adopts['phase'], earlier: RunState, head: string | null): Needed[] {
  const plan = [{ name: 'plan-creator.md', usable: true }]
  if (phase === 'do') return plan
  const done = ['do-maker.md', 'do-maker-files.txt'].map((name) => ({ name, usable: head !== null }))
  const plain = [...plan, ...done]
  if (phase === 'check') return plain
  const reviewed = Object.values(earlier.steps)
    .filter((step) => step.phase === 'check' && step.outcome === 'complete' && step.about === head)
    .map((step) => step.role)
  const roles = [...new Set(['guardian', ...reviewed])]
  return [...plain, ...roles.map((role) => ({ name: `check-${role}.md`, usable: reviewed.includes(role) }))]
}

/** For Check what the branch shows now, for Act what was reviewed. Both are judged against the base they were made on. */
async function workOf(
  repo: Repository,
  phase: Adopts['phase'],
  earlier: RunState,
): Promise<{ head: string; base: string } | null> {
  const { branch, base } = earlier.start!
  const collected = Object.values(earlier.collected).at(-1)?.head
  if (!collected) return null
  if (earlier.merged && !earlier.reverted)
    throw new Problem(EXIT.usage, `The work of ${earlier.runId} has landed already`, 'Start a new run.')
  const shown = phase === 'check' ? await resolveCommit(repo, `refs/heads/${branch}`) : null
  const head = shown ?? (await resolveCommit(repo, collected))
  if (head && (await resolveCommit(repo, base))) return { head, base }
  throw new Problem(
    EXIT.usage,
    `The work of ${earlier.runId} is gone: neither ${branch} nor its commit ${collected.slice(0, 10)} is there`,
    'Start from do.',
  )
}

function listed(names: string[]): string {
  return `${names.join(', ')} ${names.length > 1 ? 'are' : 'is'}`
}

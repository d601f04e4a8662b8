import type { Config } from '../config/schema.ts'
import { boundarySettings } from '../core/scenes/boundary-scene.ts'
import { type Failpoints, failpointsFrom } from '../runtime/failpoints.ts'
import { EXIT, Problem } from '../runtime/problem.ts'
import { openProject, type Project } from '../runtime/project.ts'
import type { SprintPolicy } from '../sprint/after-task.ts'
import { historyOf, type SprintHistory } from '../sprint/history.ts'
import { openSprintLog } from '../sprint/log.ts'
import { type SprintPlace, sprintPlace } from '../sprint/place.ts'
import type { SprintDraft } from '../sprint/records.ts'
import { ensureLayout } from '../store/layout.ts'
import { type Lock, tryLock } from '../store/lock.ts'
import { type Call, text } from './command.ts'
import { whole } from './flag-values.ts'
import { withFlags } from './run-options.ts'
import { checkQueue } from './sprint-checks.ts'

export interface Sprint {
  call: Call
  project: Project
  place: SprintPlace
  policy: SprintPolicy
  /** How many tasks are worked on before it stops. */
  maxTasks: number
  failpoints: Failpoints
  /** The log, folded: what is under way. */
  history(): SprintHistory
  record(draft: SprintDraft): void
  release(): void
}

/** Everything is checked before anything is written. A sprint that was cut off, or that waits, goes on. */
export async function openSprint(call: Call): Promise<Sprint> {
  const project = await openProject(call.cwd, call.env)
  const config = withFlags(project.config, call)
  const maxTasks = whole(text(call, 'maxTasks'), '--max-tasks') ?? Number.POSITIVE_INFINITY
  const place = sprintPlace(project.layout, call.cwd, call.args[0] ?? null)
  await checkQueue(call, { ...project, config }, place)
  ensureLayout(project.layout)
  const lock = lockSprint(place)
  try {
    return begin({ call, project, place, maxTasks, config, lock })
  } catch (error) {
    lock.release()
    throw error
  }
}

function lockSprint(place: SprintPlace): Lock {
  const attempt = tryLock(place.lock)
  if (attempt.held) return attempt.lock
  const who = attempt.owner ? ` by process ${attempt.owner.pid}` : ''
  throw new Problem(
    EXIT.environment,
    `The queue ${place.shown} is being worked on${who}`,
    'Look at it with: wiggum sprint list.',
  )
}

interface Parts extends Pick<Sprint, 'call' | 'project' | 'place' | 'maxTasks'> {
  config: Config
  lock: Lock
}

function begin({ config, lock, ...parts }: Parts): Sprint {
  const { call, place } = parts
  const log = openSprintLog(place.log)
  const record = (draft: SprintDraft) => {
    const written = log.append(draft)
    if (call.json) call.out(JSON.stringify(written))
  }
  const before = historyOf(log.records)
  const budget = budgetOf(call, config, before)
  if (!before || budget.usd !== before.budget.usd || budget.tokens !== before.budget.tokens)
    record(before ? { type: 'sprint.budget', data: budget } : startOf(place, budget))
  return {
    ...parts,
    policy: { budget, rules: boundarySettings(config) },
    failpoints: failpointsFrom(call.env),
    history: () => historyOf(log.records)!,
    record,
    release: () => lock.release(),
  }
}

function startOf(place: SprintPlace, budget: SprintHistory['budget']): SprintDraft {
  return { type: 'sprint.start', data: { queue: place.shown, budget } }
}

/** A sprint that goes on keeps the budget it began with, unless it is given another one. */
function budgetOf(call: Call, config: Config, before: SprintHistory | null): SprintHistory['budget'] {
  if (!before) return config.budget
  return {
    usd: text(call, 'budgetUsd') === null ? before.budget.usd : config.budget.usd,
    tokens: text(call, 'budgetTokens') === null ? before.budget.tokens : config.budget.tokens,
  }
}

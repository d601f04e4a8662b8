import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import type { Agent, AgentEvent, Found } from '../agents/agent.ts'
import type { Config } from '../config/schema.ts'
import type { Draft, Usage, WiggumEvent } from '../core/events.ts'
import { applyEvent } from '../core/fold.ts'
import { parentsOf } from '../core/parents.ts'
import type { RunState } from '../core/state.ts'
import type { Meter } from '../metering/meter.ts'
import type { Sandbox } from '../sandbox/box.ts'
import type { Journal } from '../store/journal.ts'
import type { Layout } from '../store/layout.ts'
import type { Vault } from '../workspace/vault.ts'
import type { Failpoints } from './failpoints.ts'
import type { Outside } from './outside.ts'

/** What a screen may show between two events; none of it is state. */
export type Activity =
  | { kind: 'agent'; step: string; event: AgentEvent }
  | { kind: 'check'; step: string; command: string }
  | { kind: 'waiting'; what: string; until: string | null }

export interface Listener {
  event(event: WiggumEvent, state: RunState): void
  activity(activity: Activity, state: RunState): void
  /** Nothing more comes: what was put off is done now. */
  settle?(): void
}

export interface AgentChoice {
  agent: Agent
  found: Found
}

export interface Handed {
  role: string
  prompt: string
  /** Where it is kept. */
  path: string
}

/** A person's own session: it works in their tree, and goes on with what it is handed. */
export interface Host {
  label: string
  /** It has not heard of the task: it has to be told. */
  isNew: boolean
  handed: Handed | null
}

/** Everything a run's effects need. The state is the fold of the journal, and only `record` moves it. */
export interface RunContext {
  layout: Layout
  /** Git, processes and messages: everything beyond the run's own files. */
  outside: Outside
  vault: Vault
  journal: Journal
  state: RunState
  config: Config
  /** Where notifications go; the log does not hold it. */
  webhook: string | null
  env: Record<string, string | undefined>
  /** By the name the run gave it. */
  agentFor(name: string): AgentChoice
  /** What agents and verification run in. */
  sandbox: Sandbox
  /** Counts what agents use, where the configuration asks for it. */
  meter: Meter | null
  /** Step → what its call has used so far, while it runs. */
  running: Map<string, Usage>
  failpoints: Failpoints
  /** The session that called us; `null` where agents are started. */
  host: Host | null
  listeners: Listener[]
  /** Aborted when the run must stop: a signal, `stop`, or a finish while others are still at work. */
  abort: AbortController
}

/**
 * What is known before a program has done anything, and what it says of itself on its way: the disk is quicker than the
 * program, so the two need not wait for each other. Everything that authorises more than a start is synced first.
 */
const BESIDE = new Set<Draft['type']>(['agent.start', 'agent.session'])

/** Appends, then folds, then tells. If the append throws, nothing was authorised and the run halts. */
export function record(context: RunContext, draft: Draft): WiggumEvent {
  const place = draft.type === 'decision' ? `decision:${draft.data.what}` : draft.type
  context.failpoints.hit(`append:${place}`)
  const parent = draft.parent ?? parentsOf(context.state, draft)
  const { journal } = context
  const append = BESIDE.has(draft.type) ? journal.appendBeside : journal.append
  const event = append({ ...draft, parent }, new Date().toISOString())
  applyEvent(context.state, event)
  context.failpoints.hit(`appended:${place}`)
  for (const listener of context.listeners) listener.event(event, context.state)
  return event
}

/** Why a run that something failed in is aborted; other reasons are signals, and what a person asked for. */
export const FAILED = 'error'

/** Where a run writes, or programs that it starts. */
export function placesOf({ vault, layout, state, env }: RunContext): string[] {
  return [vault.work, vault.repo.commonDir, layout.dir, layout.artifacts(state.runId), env.TMPDIR || tmpdir()]
}

export function show(context: RunContext, activity: Activity): void {
  for (const listener of context.listeners) listener.activity(activity, context.state)
}

/** A side effect with a place to die before and after it. */
export async function effect<T>(context: RunContext, name: string, work: () => Promise<T>): Promise<T> {
  context.failpoints.hit(`effect:${name}`)
  const result = await work()
  context.failpoints.hit(`effected:${name}`)
  return result
}

/** Marks every process of a step. The folder is in it: two repositories may have runs of the same name. */
export function leashOf(context: RunContext, step: string): string {
  const folder = createHash('sha256').update(context.vault.work).digest('hex').slice(0, 16)
  return `${folder}/${step}`
}

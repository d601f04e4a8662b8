import { setImmediate as otherTurns } from 'node:timers/promises'
import type { Command } from '../core/commands.ts'
import { decide } from '../core/decide/index.ts'
import { openGates } from '../core/open-gates.ts'
import type { GateState } from '../core/state.ts'
import { stoppedWords } from '../core/stopped-words.ts'
import { namingDisk } from '../store/environment-error.ts'
import { readInbox, takeItem } from '../store/inbox.ts'
import { FAILED, type Handed, placesOf, type RunContext, record, show } from './context.ts'
import { perform } from './perform/index.ts'
import { later } from './perform/later.ts'

/** How often answers and stop requests are looked for while something is under way. */
const INBOX_POLL_MS = 200

export type RunEnd =
  | { kind: 'ended'; exitCode: number }
  | { kind: 'waiting'; gates: GateState[] }
  | { kind: 'interrupted'; signal: string }
  /** The session that called us goes on with this; its next call takes the run up again. */
  | ({ kind: 'handed-over' } & Handed)

export interface RunControl {
  /** Asks a person at a terminal. Absent: the run stops and waits for `approve`, `answer` or `reject`. */
  ask?: (gate: GateState) => Promise<{ answer: string; text: string | null }>
}

/** THE loop: decide, perform, and again, until the log says the run has ended or nobody here can go on. */
export async function driveRun(context: RunContext, control: RunControl): Promise<RunEnd> {
  const flights = new Map<string, Promise<void>>()
  const failure: { error?: unknown } = {}
  const launches = new Map<string, number>()
  for (;;) {
    if (failure.error && !isStopped(context)) throw await settled(context, flights, failure.error)
    if (context.host?.handed) return { kind: 'handed-over', ...context.host.handed }
    takeAnswers(context)
    if (context.abort.signal.aborted && !context.state.ended)
      return interrupted(context, { flights, failure })
    if (context.state.ended) return { kind: 'ended', exitCode: context.state.ended.exit_code }
    const { commands, wakeAt, why } = decide(context.state, new Date().toISOString())
    await launch(context, { commands, flights, failure, launches })
    if (failure.error && !isStopped(context)) continue
    if (flights.size > 0 || commands.length > 0) {
      if (flights.size > 0) await nextNews(context, flights)
      // What needs no waiting must not keep signals and timers from their turn.
      await otherTurns()
      continue
    }
    if (wakeAt) await waitUntil(context, wakeAt, why ?? 'something')
    else if (openGates(context.state).length === 0)
      throw new Error('nothing left to decide, and the run has not ended')
    else if (!(await answerGates(context, control)))
      return { kind: 'waiting', gates: openGates(context.state) }
  }
}

/** Something has landed, or it is time to look into the inbox. No clock is left running: a hook's process ends with its answer. */
async function nextNews(context: RunContext, flights: Map<string, Promise<void>>): Promise<void> {
  const landed = new AbortController()
  const beat = pause(INBOX_POLL_MS, context.abort.signal, landed.signal)
  await Promise.race([...flights.values(), beat])
  landed.abort()
}

interface Flights {
  commands: Command[]
  flights: Map<string, Promise<void>>
  failure: { error?: unknown }
  launches: Map<string, number>
}

/** Nothing is ever decided this often: a rule and a fact disagree, and the log must not fill up meanwhile. */
const MAX_LAUNCHES = 200

function countLaunch(launches: Map<string, number>, key: string): void {
  const count = (launches.get(key) ?? 0) + 1
  launches.set(key, count)
  if (count > MAX_LAUNCHES) throw new Error(`the run goes in circles at "${key}"`)
}

async function launch(context: RunContext, { commands, flights, failure, launches }: Flights): Promise<void> {
  for (const command of commands) {
    if (flights.has(command.key)) continue
    countLaunch(launches, command.key)
    if (command.do === 'finish') await landFlights(context, flights)
    const flight = perform(context, command)
      .catch((error) => {
        failure.error ??= error
      })
      .finally(() => flights.delete(command.key))
    flights.set(command.key, flight)
    // What needs no waiting is decided on at once; the next command may depend on it.
    if (command.do === 'record' || command.do === 'open-gate' || command.do === 'finish') await flight
  }
}

/** By a person: what fails from then on fails for that, and is done again when the run is resumed. */
function isStopped({ abort }: RunContext): boolean {
  return abort.signal.aborted && abort.signal.reason !== FAILED
}

/** The run is over: whoever is still at work is stopped before the ending is written. */
async function landFlights(context: RunContext, flights: Map<string, Promise<void>>): Promise<void> {
  if (flights.size === 0) return
  context.abort.abort('finish')
  await Promise.allSettled(flights.values())
  context.abort = new AbortController()
}

async function settled(context: RunContext, flights: Map<string, Promise<void>>, error: unknown) {
  context.abort.abort(FAILED)
  await Promise.allSettled(flights.values())
  return namingDisk(error, placesOf(context))
}

async function interrupted(
  context: RunContext,
  { flights, failure }: Pick<Flights, 'flights' | 'failure'>,
): Promise<RunEnd> {
  await Promise.allSettled(flights.values())
  const signal = String(context.abort.signal.reason ?? 'stop')
  // Nobody stopped it: something failed, and had the rest stopped.
  if (signal === FAILED) throw namingDisk(failure.error, placesOf(context))
  const { saveWork } = await later.finish()
  await saveWork(context, stoppedWords(signal))
  record(context, { type: 'run.interrupted', data: { signal } })
  return { kind: 'interrupted', signal }
}

/** Answers come through the inbox; an item is taken out once its event is in the log. */
function takeAnswers(context: RunContext): void {
  const { layout, state } = context
  for (const item of readInbox(layout, state.runId)) {
    if (item.kind === 'stop') context.abort.abort('stop')
    else if (item.kind === 'said') record(context, { type: 'user.said', data: { text: item.text } })
    else if (state.gates[item.answer.gate]?.answer === null)
      record(context, { type: 'gate.answered', data: item.answer })
    takeItem(layout, state.runId, item.id)
  }
}

async function answerGates(context: RunContext, control: RunControl): Promise<boolean> {
  const [gate] = openGates(context.state)
  if (!gate || !control.ask) return false
  const { answer, text } = await control.ask(gate)
  record(context, { type: 'gate.answered', data: { gate: gate.id, answer, text, by: 'terminal' } })
  return true
}

async function waitUntil(context: RunContext, until: string, what: string): Promise<void> {
  show(context, { kind: 'waiting', what, until })
  const ms = Math.min(Math.max(0, Date.parse(until) - Date.now()), 1_000)
  await pause(ms, context.abort.signal)
}

function pause(ms: number, ...signals: AbortSignal[]): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      for (const signal of signals) signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    for (const signal of signals) signal.addEventListener('abort', done)
  })
}

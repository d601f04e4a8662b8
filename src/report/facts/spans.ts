import type { EventOf, Usage, WiggumEvent } from '../../core/events.ts'
import type { RunState } from '../../core/state.ts'
import type { Standing } from '../run-standing.ts'
import { counts, oneLine, plural, roleTitle, workWords } from '../words.ts'
import { keeper } from './bounded.ts'
import type { Bounded, Span } from './facts.ts'
import { tokensOf } from './tokens.ts'

const FIRST = 40
const LAST = 160
const LONG = 400

export interface Spans {
  /** Once for every event, after it was folded. */
  note(event: WiggumEvent, state: RunState, at_ms: number): void
  /** What was under way ended somehow, where nobody works on the run or the log cannot be read to its end. */
  result(standing: Standing): Bounded<Span>
}

/** What took time, in the order in which it began. */
export function spansOf(): Spans {
  const kept = keeper<Span>(FIRST, LAST)
  const open = new Map<string, Span>()
  let last_ms = 0
  const begin = (key: string, span: Span) => {
    open.set(key, span)
    kept.push(span)
  }
  const end = (key: string, at_ms: number, over: Partial<Span>) => {
    const span = open.get(key)
    open.delete(key)
    if (span) Object.assign(span, { end_ms: at_ms, ...over })
  }
  return {
    note(event, state, at_ms) {
      last_ms = at_ms
      const key = keyOf(event)
      switch (event.type) {
        case 'agent.start':
          return begin(key, callOf(event, state, at_ms))
        case 'agent.complete':
          return end(key, at_ms, { outcome: 'complete', result: 'done', ...chargedOf(event) })
        case 'agent.failed':
          return end(key, at_ms, { ...failed('failed', event.data.message), ...chargedOf(event) })
        case 'agent.timeout':
          return end(key, at_ms, { ...failed('timeout', timeoutWords(event)), ...chargedOf(event) })
        case 'review.verdict':
        case 'work.collected': {
          const { step, attempt } = event.data
          const span = kept.findLast((each) => each.id === step && each.attempt === attempt)
          if (span) Object.assign(span, settled(event, state))
          return
        }
        case 'verify.start':
          return begin(key, checkOf(event, state, at_ms))
        case 'verify.complete':
          if (!open.has(key)) begin(key, checkOf(event, state, Math.max(0, at_ms - event.data.duration_ms)))
          return end(key, at_ms, checked(event))
        case 'gate.opened':
          return begin(key, gateOf(event, state, at_ms))
        case 'gate.answered':
          return end(key, at_ms, { outcome: 'answered', result: event.data.answer, tone: 'plain' })
        case 'run.interrupted':
        case 'run.resumed':
          return stopped(open, at_ms)
      }
    },
    result({ status, kind }) {
      const { items, ...cut } = kept.result()
      if (kind !== 'stopped' && kind !== 'unknown') return { items, ...cut }
      return { items: items.map((span) => brokenOff(span, status, last_ms)), ...cut }
    },
  }
}

function keyOf({ type, data }: WiggumEvent): string {
  if (type.startsWith('agent.')) {
    const { step, attempt } = data as { step: string; attempt: number }
    return `call:${step}@${attempt}`
  }
  if (type.startsWith('verify.')) return `check:${(data as { kind: string }).kind}`
  return type.startsWith('gate.') ? `gate:${(data as { gate: string }).gate}` : ''
}

/** Whoever was at work when the supervisor went is not at work any more; a question stays open. */
function stopped(open: Map<string, Span>, at_ms: number): void {
  for (const [key, span] of open) {
    if (span.kind === 'gate') continue
    open.delete(key)
    Object.assign(span, { end_ms: at_ms, outcome: 'interrupted', result: 'interrupted', tone: 'ask' })
  }
}

function brokenOff(span: Span, status: string, end_ms: number): Span {
  if (span.end_ms !== null || span.kind === 'gate') return span
  return { ...span, end_ms, outcome: status, result: status, tone: 'ask' }
}

const NOBODY = { role: null, agent: null, model: null, attempt: null, did: '', usd: null, tokens: null }
const UNDER_WAY = { end_ms: null, outcome: 'running', result: 'under way', tone: 'plain' as const }

function callOf({ seq, data }: EventOf<'agent.start'>, state: RunState, start_ms: number): Span {
  const { step, attempt, archetype, agent, model } = data
  const title = roleTitle(archetype, state.start)
  const shared = { kind: 'call' as const, seq, id: step, attempt, role: archetype, title, agent, model }
  return { ...NOBODY, ...UNDER_WAY, ...shared, cycle: state.cycle, start_ms }
}

const CHECKS: Record<string, string> = {
  baseline: 'Checks, base commit',
  merged: 'Checks, merged tree',
  'base-copies': 'Tests as before',
  'can-fail': 'Can tests still fail?',
  proof: 'Its own tests, old code',
  canary: 'Can the tests fail?',
  'canary-base': 'Could they before?',
  'canary-cause': 'What keeps them from it?',
  sabotage: 'Are changes read?',
}

function checkTitle(kind: string): string {
  return CHECKS[kind] ?? kind
}

function checkOf(
  { seq, data }: EventOf<'verify.start'> | EventOf<'verify.complete'>,
  { cycle }: RunState,
  start_ms: number,
): Span {
  const { kind: id } = data
  const shared = { kind: 'check' as const, seq, id, title: checkTitle(id), cycle }
  return { ...NOBODY, ...UNDER_WAY, ...shared, start_ms: Math.max(0, start_ms) }
}

function checked({ data }: EventOf<'verify.complete'>): Partial<Span> {
  const { green, ran, reason, kind } = data
  if (!ran) return { outcome: 'not run', result: oneLine(reason, LONG), tone: 'plain' }
  const good = isAsItShould(kind, green)
  const outcome = green ? 'green' : 'red'
  if (good) return { outcome, result: green ? 'green' : 'red, as it should be', tone: 'good' }
  return {
    outcome,
    result: green ? 'green, and should be red' : `red: ${oneLine(reason, LONG)}`,
    tone: 'bad',
  }
}

/** New tests that fail on the old code are what they should be, and so are tests that can fail. */
export function isAsItShould(kind: string, green: boolean): boolean {
  return kind === 'proof' || kind === 'can-fail' ? !green : green
}

function gateOf({ seq, data }: EventOf<'gate.opened'>, { cycle }: RunState, start_ms: number): Span {
  const shared = { kind: 'gate' as const, seq, id: data.gate, title: `You were asked: ${data.kind}`, cycle }
  return { ...NOBODY, ...UNDER_WAY, ...shared, result: 'no answer yet', tone: 'ask', start_ms }
}

function chargedOf({
  data,
}: EventOf<'agent.complete'> | EventOf<'agent.failed'> | EventOf<'agent.timeout'>): Partial<Span> {
  const { usage, steps } = data
  return { usd: costOf(usage), tokens: tokensOf(usage), did: workWords(steps ?? null) }
}

function costOf({ cost_usd }: Usage): number | null {
  return cost_usd !== null && Number.isFinite(cost_usd) && cost_usd >= 0 ? cost_usd : null
}

function failed(outcome: string, message: string): Partial<Span> {
  return { outcome, result: `${outcome}: ${oneLine(message, LONG)}`, tone: 'bad' }
}

function timeoutWords({ data }: EventOf<'agent.timeout'>): string {
  const what = data.limit === 'idle' ? 'output' : 'result'
  return `no ${what} within ${Math.round(data.limit_ms / 1000)} s`
}

function settled(
  event: EventOf<'review.verdict'> | EventOf<'work.collected'>,
  state: RunState,
): Partial<Span> {
  if (event.type === 'work.collected') {
    const { files, more_files, touched } = event.data
    if (touched.length === 0) return { result: 'changed nothing', tone: 'ask' }
    return { result: `changed ${plural(files.length + more_files, 'file')}`, tone: 'good' }
  }
  const { step, verdict } = event.data
  const found = counts(state.reviews[step]?.effective ?? [])
  const tone = verdict === 'APPROVED' ? 'good' : verdict === 'REJECTED' ? 'bad' : 'ask'
  return { result: [verdict, found].filter(Boolean).join(', '), tone }
}

import type { EventData, SaidContract, WiggumEvent } from '../core/events.ts'
import { confidenceWords, lowestConfidence } from './confidence-words.ts'
import { ruleInput } from './rule-words.ts'
import { counts, duration, oneLine } from './words.ts'

/** A place in a run where it could have gone on otherwise. */
export interface TimelinePoint {
  seq: number
  /** Since the run began. */
  at_ms: number
  kind: string
  about: string
  /** What was known. */
  input: string[]
  chosen: string
  confidence: number | null
  /** What else there was to choose, as far as the log names it. */
  alternatives: string[]
}

type Point = Omit<TimelinePoint, 'seq' | 'at_ms'>
type Makers = { [T in WiggumEvent['type']]?: (data: EventData[T], open: Open) => Point | null }

/** Questions that were asked and not answered yet. */
type Open = Map<string, EventData['gate.opened']>

/** Every point of decision of a run, in the order of its log. Nothing is decided anew, and nobody is called. */
export function timelineOf(events: Iterable<WiggumEvent>): TimelinePoint[] {
  const open: Open = new Map()
  const points: TimelinePoint[] = []
  let began: number | null = null
  let at_ms = 0
  for (const event of events) {
    began ??= Date.parse(event.ts)
    // The lookup is by the event's own type, so the maker fits; TypeScript cannot follow that correlation.
    const make = makers[event.type] as ((data: unknown, open: Open) => Point | null) | undefined
    const point = make?.(event.data, open) ?? null
    at_ms = Math.max(at_ms, Date.parse(event.ts) - began)
    if (point) points.push({ seq: event.seq, at_ms, ...point })
  }
  return points
}

const CREATOR = 'creator'
const SURE = { confidence: null, alternatives: [] }

const makers: Makers = {
  decision: ({ what, chosen, alternatives, rationale }) => ({
    ...SURE,
    kind: 'decision',
    about: what,
    input: [rationale],
    chosen,
    alternatives,
  }),
  'decision.point': ({ archetype, input, decision, confidence }) => ({
    ...SURE,
    kind: 'rule',
    about: archetype,
    input: [ruleInput(input)],
    chosen: decision,
    confidence,
    // The only rule that is on record so far leaves somebody out.
    alternatives: decision.startsWith('fast path') ? ['all reviewers of the workflow'] : [],
  }),
  'agent.complete': ({ archetype, contract }) => (archetype === CREATOR ? planPoint(contract) : null),
  'review.verdict': ({ archetype, verdict, findings, problem }) => ({
    kind: 'verdict',
    about: archetype,
    input: [counts(findings) || 'no findings', ...(problem ? [problem] : [])],
    chosen: verdict,
    confidence: null,
    alternatives: ['APPROVED', 'REJECTED'].filter((each) => each !== verdict),
  }),
  'gate.opened': (data, open) => {
    open.set(data.gate, data)
    return null
  },
  'gate.answered': ({ gate, answer, by }, open) => {
    const asked = open.get(gate)
    return {
      kind: 'gate',
      about: asked?.kind ?? gate,
      input: asked ? [asked.question, ...asked.evidence] : [],
      chosen: `${answer} (${by})`,
      confidence: null,
      alternatives: (asked?.choices ?? []).filter((choice) => choice !== answer),
    }
  },
  'correction.applied': ({ shadow, rung, text }) => ({
    kind: 'ladder',
    about: shadow,
    input: [text],
    chosen: rung,
    confidence: null,
    alternatives: ['correct', 'replace', 'ask', 'stop'].filter((each) => each !== rung),
  }),
  'breaker.transition': ({ from, to, reason, evidence }) => ({
    ...SURE,
    kind: 'breaker',
    about: `after ${from}`,
    input: [reason, ...evidence],
    chosen: to,
    alternatives: [`stay ${from}`],
  }),
  'drift.detected': ({ pass, evidence }) => ({
    ...SURE,
    kind: 'drift',
    about: `pass ${pass}`,
    input: evidence,
    chosen: 'realign',
    alternatives: ['go on'],
  }),
  'cycle.boundary': ({ cycle, max_cycles, exit_condition, convergence, findings }) => ({
    kind: 'cycle',
    about: `cycle ${cycle} of ${max_cycles}`,
    input: [
      counts(findings) || 'no findings',
      ...(convergence ? [`convergence ${convergence.score.toFixed(2)} (${convergence.band})`] : []),
    ],
    chosen: exit_condition,
    confidence: null,
    alternatives: exit_condition === 'next-cycle' ? ['stop here'] : [],
  }),
  'wiggum.break': ({ kind, trigger, evidence }) => ({
    ...SURE,
    kind: 'break',
    about: trigger,
    input: evidence,
    chosen: `${kind} break`,
    alternatives: ['go on'],
  }),
  'run.complete': ({ status, exit_code, reason }) => ({
    ...SURE,
    kind: 'end',
    about: 'run',
    input: [reason],
    chosen: `${status} (${exit_code})`,
  }),
}

/** A plan that says neither how sure it is nor what it chose from is no point. */
function planPoint({
  confidence = null,
  decisions = [],
  alternatives = [],
  top_risk,
}: SaidContract): Point | null {
  if (confidence === null && decisions.length + alternatives.length === 0) return null
  return {
    kind: 'plan',
    about: CREATOR,
    input: [
      ...(confidence ? [`how sure: ${confidenceWords(confidence)}`] : []),
      ...(top_risk ? [`the largest risk: ${top_risk}`] : []),
    ],
    chosen: decisions.join('; ') || 'a plan',
    confidence: confidence && lowestConfidence(confidence),
    alternatives,
  }
}

const MAX_INPUTS = 3

/** For a screen: one line for what was chosen, and what it was chosen from below it. */
export function timelineLines(points: TimelinePoint[]): string[] {
  return points.flatMap(({ at_ms, kind, about, input, chosen, confidence, alternatives }) => {
    const sure = confidence === null ? '' : `, confidence ${confidence.toFixed(2)}`
    const more = input.length > MAX_INPUTS ? [`and ${input.length - MAX_INPUTS} more`] : []
    return [
      `${duration(at_ms).padStart(12)}  ${kind.padEnd(8)}  ${oneLine(about, 100)}: ${oneLine(chosen, 200)}${sure}`,
      ...[...input.slice(0, MAX_INPUTS), ...more].map((each) => `${' '.repeat(24)}· ${oneLine(each, 300)}`),
      ...(alternatives.length > 0
        ? [`${' '.repeat(24)}instead of: ${oneLine(alternatives.join(', '), 300)}`]
        : []),
    ]
  })
}

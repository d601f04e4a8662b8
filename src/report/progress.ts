import { JUDGE } from '../archetypes/archetype.ts'
import { strategies } from '../core/decide/index.ts'
import { driftWords } from '../core/drift/realign.ts'
import type { EventOf, WiggumEvent } from '../core/events.ts'
import { ADVERSARIAL } from '../core/scenes/phase-scene.ts'
import { ADOPTED, type RunState } from '../core/state.ts'
import { checkpointWords } from './context-words.ts'
import { correctionWords, signalWords } from './signal-words.ts'
import { counts, denialWords, duration, money, plural, roleDoing, roleTitle } from './words.ts'

/** One line of progress. `opens` starts something that is under way until a line with the same key `closes` it. */
export interface ProgressLine {
  stage: string
  what: string
  result: string
  tone: 'plain' | 'good' | 'bad' | 'ask'
  key: string | null
  opens: boolean
}

const VERIFYING: Record<string, string> = {
  baseline: 'checking the base',
  merged: 'checking the merged change',
  'base-copies': 'checking with the tests as they were',
  'can-fail': 'tests that must fail',
  proof: 'new tests on the old code',
}

/** Decisions that a person should see while the run goes on. */
const DECIDED: Record<string, string> = {
  'fix-round': 'Fix',
  'A3-upgrade': 'Plan',
  'A1-escalation': 'Act',
  'test-first': 'Do',
  'dry-run': 'Plan',
  metering: 'Meter',
  'agent-fallback': 'Agent',
  agent: 'Agent',
}

type Writers = { [T in WiggumEvent['type']]?: (event: EventOf<T>, state: RunState) => ProgressLine | null }

/** Event → what a person reads. Pure, so that the terminal, a log file and a test see the same words. */
export function progressLine(event: WiggumEvent, state: RunState): ProgressLine | null {
  // The lookup is by the event's own type; TypeScript cannot follow that correlation.
  const writer = writers[event.type] as ((event: never, state: RunState) => ProgressLine | null) | undefined
  return writer ? writer(event as never, state) : null
}

const writers: Writers = {
  'run.resumed': ({ data }) => said('Resume', `going on: ${data.reason}`, '', 'plain'),
  'run.adopted': ({ data }) =>
    said('Start', `taken over from ${data.from}`, data.artifacts.join(', '), 'plain'),
  'agent.start': ({ data }, state) =>
    data.agent === ADOPTED
      ? null
      : opened(`step:${data.step}`, stageOf(state, data.archetype), doing(state, data.archetype, data.step)),
  'agent.session': ({ data }, state) => {
    if (data.session !== null) return null
    const role = state.steps[data.step]?.role ?? ''
    const what = `${roleTitle(role, state.start)} cannot go on where it was`
    return said(stageOf(state, role), what, `beginning afresh: ${data.problem ?? 'no reason known'}`, 'ask')
  },
  'agent.complete': ({ data }, state) => {
    const step = state.steps[data.step]
    // A review is over with its verdict.
    if ((step?.phase === 'check' && step.role !== JUDGE) || step?.agent === ADOPTED) return null
    const { status, confidence } = data.contract
    const parts = [duration(data.duration_ms)]
    if (confidence) parts.push(`confidence ${lowest(confidence).toFixed(1)}`)
    if (status !== 'DONE') parts.push(status)
    if (data.denials.length > 0) parts.push(denialWords(data.denials))
    if (data.usage.cost_usd) parts.push(money(data.usage.cost_usd, data.usage.cost_estimated))
    return closed(
      `step:${data.step}`,
      stageOf(state, data.archetype),
      doing(state, data.archetype, data.step),
      `done (${parts.join(', ')})`,
      'good',
    )
  },
  'agent.failed': ({ data }, state) =>
    closed(
      `step:${data.step}`,
      stageOf(state, data.archetype),
      doing(state, data.archetype, data.step),
      `failed (${data.cause}): ${data.message}`,
      'bad',
    ),
  'agent.timeout': ({ data }, state) =>
    closed(
      `step:${data.step}`,
      stageOf(state, data.archetype),
      doing(state, data.archetype, data.step),
      `stopped: ${data.limit} limit of ${duration(data.limit_ms)} reached`,
      'bad',
    ),
  'work.collected': ({ data }, state) => {
    const tests = data.files.filter((file) => file.test).length
    const parts = [plural(data.files.length + data.more_files, 'file'), plural(tests, 'test file')]
    if (data.took_along.length > 0)
      parts.push(`${plural(data.took_along.length, 'uncommitted file')} taken along`)
    if (data.history_rewritten) parts.push('history was rewritten: taken as one commit')
    const nothing = data.files.length === 0
    return said(
      stageOf(state, 'maker'),
      'what git says changed',
      nothing ? 'nothing' : parts.join(', '),
      nothing ? 'bad' : 'plain',
    )
  },
  'work.inspected': ({ data }, state) => {
    if (data.findings.length === 0) return null
    return said(stageOf(state, 'maker'), 'supervisor’s own look', data.findings[0]!.description, 'bad')
  },
  'review.verdict': ({ data }, state) => {
    const review = state.reviews[data.step]
    const shown = counts(review?.effective ?? [])
    const ms = state.steps[data.step]?.durationMs ?? 0
    const verdict = data.verdict === 'NONE' ? problemWords(data.problem) : data.verdict
    const refused = denialWords(state.steps[data.step]?.denials ?? [])
    const words = [verdict, shown ? `(${shown})` : '', duration(ms), refused ? `(${refused})` : '']
    const result = words.filter(Boolean).join(' ')
    const tone = data.verdict === 'APPROVED' ? 'good' : 'bad'
    return closed(
      `step:${data.step}`,
      stageOf(state, data.archetype),
      doing(state, data.archetype, data.step),
      result,
      tone,
    )
  },
  'evidence.downgrade': ({ data }, state) =>
    said(
      stageOf(state, data.archetype),
      `${data.from} without evidence`,
      `counted as INFO: ${data.reason}`,
      'plain',
    ),
  'verify.start': ({ data }) => opened(`verify:${data.kind}`, 'Verify', VERIFYING[data.kind] ?? data.kind),
  'verify.complete': ({ data }) =>
    closed(
      `verify:${data.kind}`,
      'Verify',
      VERIFYING[data.kind] ?? data.kind,
      verified(data),
      verifyTone(data),
    ),
  decision: ({ data }) =>
    DECIDED[data.what] ? said(DECIDED[data.what]!, data.chosen, data.rationale, 'ask') : null,
  'decision.point': ({ data }) => said('Check', data.decision, '', 'plain'),
  'fix.applied': ({ data }) => said('Act', 'fixed', `${data.file}: raised by ${data.source}`, 'good'),
  'cycle.boundary': ({ data }) => {
    const score = data.convergence ? `, ${data.convergence.band} (${data.convergence.score.toFixed(2)})` : ''
    const what = `cycle ${data.cycle} of ${data.max_cycles}`
    return said(
      'Act',
      what,
      `${plural(data.findings.length, 'finding')} open${score}: going round again`,
      'ask',
    )
  },
  'pass.complete': ({ data }) => {
    const left = data.left.length
    const what = `pass ${data.pass} of ${data.max_passes}`
    return left === 0
      ? said('Pass', what, 'proven: checks green, review clean, nothing left to do', 'good')
      : said('Pass', what, `${left} open: ${data.left[0]}`, 'ask')
  },
  'change.surveyed': ({ data }) =>
    data.problem === null ? null : said('Drift', 'not looked at', data.problem, 'ask'),
  'drift.detected': ({ data }) =>
    said('Drift', `${Math.round(data.share * 100)} % off the task`, driftWords(data), 'ask'),
  'context.checkpoint': ({ data }) => said('Saved', 'checkpoint of the pass', checkpointWords(data), 'plain'),
  'breaker.transition': ({ data }) =>
    said(
      'Breaker',
      `${data.from} → ${data.to}`,
      [data.reason, ...data.evidence].join(': '),
      data.to === 'CLOSED' ? 'good' : data.to === 'OPEN' ? 'bad' : 'ask',
    ),
  'notification.sent': ({ data }) =>
    said('Notify', data.channel, data.ok ? 'sent' : (data.problem ?? 'not sent'), data.ok ? 'plain' : 'ask'),
  'merge.built': ({ data }, state) =>
    data.onto === state.start?.base
      ? null
      : said(
          'Merge',
          `${state.start?.target} moved during the run`,
          `built on ${data.onto.slice(0, 10)}`,
          'ask',
        ),
  'merge.conflict': ({ data }) =>
    said('Merge', 'building the merge', `conflict in ${data.files.slice(0, 3).join(', ')}`, 'bad'),
  'land.start': ({ data }) => opened('land', 'Land', `moving ${data.target}`),
  'land.refused': ({ data }) => closed('land', 'Land', 'not moved', data.detail, 'bad'),
  'run.merged': ({ data }) =>
    closed(
      'land',
      'Land',
      `moving ${data.target}`,
      `merged to ${data.target} (${data.commit.slice(0, 10)})`,
      'good',
    ),
  'hook.complete': ({ data }) =>
    data.checks.length > 0
      ? said(
          'Hook',
          data.point,
          data.ok ? 'ok' : `failed: ${data.reason}${data.aborts ? '' : ' (warning only)'}`,
          data.ok ? 'good' : 'bad',
        )
      : null,
  'run.reverted': ({ data }) =>
    said(
      'Revert',
      `taking the merge back: ${data.reason}`,
      data.commit ? data.commit.slice(0, 10) : (data.problem ?? ''),
      data.commit ? 'ask' : 'bad',
    ),
  'wiggum.break': ({ data }) => said('Break', `Wiggum Break (${data.kind})`, data.trigger, 'bad'),
  'shadow.detected': ({ data }, state) =>
    said(
      shadowStage(state, data.archetype),
      `⚠ ${signalWords(data, state)}`,
      data.triggers[0]?.evidence[0] ?? '',
      'ask',
    ),
  'correction.applied': ({ data }, state) => {
    const role = state.signals.find(({ id }) => id === data.signal)?.archetype ?? null
    return said(shadowStage(state, role), correctionWords(data, state), '', 'ask')
  },
  'detector.disabled': ({ data }) =>
    said('Rules', `your own rule ${data.detector} is switched off`, data.reason, 'bad'),
  'detectors.own': ({ data }) =>
    data.problem === null ? null : said('Rules', 'your own rules could not be asked', data.problem, 'bad'),
  'judge.ruled': ({ data }) =>
    said('Judge', data.detector, `${data.ruling}: ${data.reason}`, data.ruling === 'yes' ? 'ask' : 'plain'),
  'gate.opened': ({ data }) => said('Gate', data.question, data.evidence.slice(0, 3).join(' · '), 'ask'),
  'gate.answered': ({ data }) => said('Gate', 'answered', `${data.answer} (by ${data.by})`, 'plain'),
  'rescue.saved': ({ data }) => said('Rescue', `${plural(data.files, 'file')} saved`, data.ref, 'plain'),
  'budget.threshold': ({ data }) => said('Budget', `${data.percent} % spent`, thresholdWords(data), 'ask'),
  'policy.checkpoint': ({ data }) => {
    const parts = [data.refs.length > 0 ? `work in progress on ${data.refs.join(', ')}` : 'nothing to save']
    if (data.pushed) parts.push(data.pushed.what)
    const problems = data.problems.length > 0 || data.pushed?.ok === false
    return said('Saved', 'checkpoint', [...parts, ...data.problems].join('; '), problems ? 'ask' : 'plain')
  },
  'run.interrupted': ({ data }) =>
    said('Stop', data.signal === 'stop' ? 'stopped on request' : `stopped by ${data.signal}`, '', 'ask'),
}

function thresholdWords({ spent, budget, unit }: EventOf<'budget.threshold'>['data']): string {
  return unit === 'usd' ? `${money(spent)} of ${money(budget)}` : `${spent} of ${budget} ${unit}`
}

function problemWords(problem: string | null): string {
  return problem && problem !== 'no verdict' ? `no verdict (${problem})` : 'no verdict'
}

function verified(data: EventOf<'verify.complete'>['data']): string {
  const time = duration(data.duration_ms)
  if (data.kind === 'proof')
    return data.green
      ? 'green on the old code too: they prove nothing new'
      : `red on the old code, green on the new: proven (${time})`
  if (!data.ran) return 'nothing to run'
  if (data.kind === 'can-fail')
    return data.green ? 'green: the tests cannot fail any more' : `red, as they must be (${time})`
  return data.green ? `green (${time})` : `red: ${data.reason}`
}

function verifyTone(data: EventOf<'verify.complete'>['data']): ProgressLine['tone'] {
  if (data.kind === 'proof') return data.green ? 'plain' : 'good'
  if (data.kind === 'can-fail') return data.green ? 'bad' : 'good'
  if (data.kind === 'baseline' && !data.green) return 'ask'
  return data.green ? 'good' : 'bad'
}

function stageOf(state: RunState, role: string): string {
  const stages = strategies[state.start?.strategy ?? '']?.stages ?? {}
  const phase = Object.values(state.steps).find((step) => step.role === role)?.phase
  return stages[role] ?? stages[phase ?? ''] ?? 'Step'
}

function shadowStage(state: RunState, role: string | null): string {
  return role === null ? 'Run' : stageOf(state, role)
}

function doing({ start }: RunState, role: string, step: string): string {
  if (step.endsWith('-mini')) return 'Explorer looking at the risks'
  if (step.endsWith('-tests')) return 'Maker adding the missing tests'
  if (step.endsWith(`-${ADVERSARIAL}`)) return `${roleTitle(role, start)} looking for what nobody saw`
  if (step.endsWith('-again')) return `${roleTitle(role, start)} asked again`
  return `${roleTitle(role, start)} ${roleDoing(role, start)}`
}

function lowest(confidence: Record<string, number>): number {
  return Math.min(...Object.values(confidence))
}

function opened(key: string, stage: string, what: string): ProgressLine {
  return { stage, what, result: '', tone: 'plain', key, opens: true }
}

function closed(
  key: string,
  stage: string,
  what: string,
  result: string,
  tone: ProgressLine['tone'],
): ProgressLine {
  return { stage, what, result, tone, key, opens: false }
}

function said(stage: string, what: string, result: string, tone: ProgressLine['tone']): ProgressLine {
  return { stage, what, result, tone, key: null, opens: false }
}

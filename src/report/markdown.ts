import { cleanText } from '../contracts/clean-text.ts'
import { PLANNED } from '../core/decide/dry-run.ts'
import type { EventData, Finding } from '../core/events.ts'
import type { RunState } from '../core/state.ts'
import { stoppedWords } from '../core/stopped-words.ts'
import { PRICES_DATE } from '../policy/prices.ts'
import { lessonRows, regressionRows } from './lesson-rows.ts'
import { limitLines } from './limit-lines.ts'
import { planLines } from './plan-summary.ts'
import { answersTo, signalWords } from './signal-words.ts'
import { counts, duration, money, plural, roleTitle, spent, workWords } from './words.ts'

/** The plain report of a run: how it ended, what proves it, what is open, where everything is. */
export function markdownReport(state: RunState): string {
  const start = state.start!
  const sections = [
    `# ${oneLine(start.task)}`,
    ending(state),
    facts(state),
    plan(state),
    steps(state),
    work(state),
    verification(state),
    findings(state),
    signals(state),
    lessons(state),
    limits(state),
    switchedOff(state),
    gates(state),
    rescues(state),
  ]
  return `${sections.filter(Boolean).join('\n\n')}\n`
}

function ending(state: RunState): string {
  const { ended, interrupted } = state
  if (ended) return `**${ended.status}** (exit code ${ended.exit_code}): ${text(ended.reason)}.`
  if (interrupted)
    return `**interrupted**: ${stoppedWords(interrupted)}. Go on with \`wiggum resume ${state.runId}\`.`
  const open = Object.values(state.gates).filter((gate) => gate.answer === null)
  return open.length > 0 ? `**waiting** for an answer: ${text(open[0]!.question)}` : '**running**'
}

function facts(state: RunState): string {
  const start = state.start!
  const took = Date.parse(state.endedAt ?? state.lastAt ?? '') - Date.parse(state.startedAt ?? '')
  const rows = [
    ['Run', state.runId],
    ['Strategy', `${start.strategy}, ${start.workflow}`],
    [
      'Agent',
      Object.entries(start.agents)
        .map(([role, chain]) => (role === 'default' ? agents(chain) : `${role}: ${agents(chain)}`))
        .join(', '),
    ],
    ['Sandbox', start.sandbox ? `${start.sandbox.name} (${text(start.sandbox.why)})` : 'none'],
    ['Base', `${start.target} at ${start.base.slice(0, 10)}`],
    workPlace(start),
    ['Merged', mergedWords(state)],
    ['Time', duration(Number.isFinite(took) ? took : 0)],
    ['Spend', spendWords(state.spend)],
  ]
  return table(['', ''], rows)
}

function workPlace({ live, review, branch }: EventData['run.start']): string[] {
  if (review) return ['Reviewed', `${review.what}, at ${review.head.slice(0, 10)}`]
  return live ? ['Session', `${live.host} ${live.session}`] : ['Branch', branch]
}

function agents(chain: string | string[]): string {
  return [chain].flat().join(', else ')
}

function spendWords(spend: RunState['spend']): string {
  const { estimated_usd: estimate = 0 } = spend
  const part = estimate < spend.usd ? `${money(estimate)} of it is` : 'this is'
  const note = `${part} an estimate from tokens, at list prices of ${PRICES_DATE}`
  return estimate > 0 ? `${spent(spend)} (${note})` : spent(spend)
}

function plan(state: RunState): string {
  return state.ended?.status === PLANNED ? `## Plan\n\n${table(['', ''], planLines(state))}` : ''
}

function mergedWords({ merged, reverted }: RunState): string {
  if (!merged) return 'no'
  if (reverted?.commit) return `no: ${merged.commit} was taken back by ${reverted.commit}`
  return `${merged.commit} into ${merged.target}${reverted ? ' (red, and it could not be taken back)' : ''}`
}

function steps(state: RunState): string {
  const rows = Object.values(state.steps).map((step) => [
    step.id,
    roleTitle(step.role, state.start),
    `${step.agent}${step.model ? ` (${step.model})` : ''}`,
    step.failure ? `${step.outcome}: ${step.failure.message}` : verdictOf(state, step.id, step.outcome),
    workWords(step.work),
    duration(step.durationMs),
  ])
  return rows.length > 0
    ? `## Steps\n\n${table(['step', 'role', 'agent', 'result', 'did', 'time'], rows)}`
    : ''
}

function verdictOf(state: RunState, step: string, outcome: string): string {
  const review = state.reviews[step]
  if (!review) return outcome
  return [review.verdict, counts(review.effective)].filter(Boolean).join(', ')
}

function work(state: RunState): string {
  const last = Object.values(state.collected).at(-1)
  if (!last) return ''
  const rows = last.files.map((file) => [file.path, file.change, `+${file.added} −${file.deleted}`])
  const along =
    last.took_along.length > 0
      ? `\n\nTaken along, not committed by the Maker: ${last.took_along.map(text).join(', ')}.`
      : ''
  return `## What changed\n\nFrom git, at ${last.head.slice(0, 10)}.\n\n${table(['file', 'change', 'lines'], rows)}${along}`
}

function verification(state: RunState): string {
  const rows = Object.values(state.verified).flatMap((result) =>
    result.checks.map((check) => [
      result.kind,
      check.command,
      check.timed_out ? 'timed out' : `exit ${check.exit}`,
      duration(check.duration_ms),
      check.artifact ?? '',
    ]),
  )
  if (rows.length === 0) return ''
  const proof = Object.values(state.verified).find((result) => result.kind === 'proof')
  const note = proof
    ? `\n\n${proof.green ? 'The new tests pass on the old code too, so they do not prove the change.' : 'The new tests fail on the old code and pass on the new: the change is proven by them.'}`
    : ''
  return `## Verification\n\nRun by wiggum itself, with the commands of the base commit.\n\n${table(['what', 'command', 'result', 'time', 'output'], rows)}${note}`
}

function findings(state: RunState): string {
  const reviewed = Object.values(state.reviews).flatMap((review) => review.effective)
  const own = Object.values(state.inspected).flatMap((inspection) => inspection.findings)
  const rows = [...own, ...reviewed].map((finding) => [
    place(finding),
    finding.severity,
    finding.category,
    finding.description,
    finding.fix,
    finding.sources.join(', '),
  ])
  if (rows.length === 0) return ''
  return `## Findings\n\n${table(['file:line', 'severity', 'category', 'description', 'fix', 'by'], rows)}`
}

function signals(state: RunState): string {
  const rows = state.signals.map((signal) => [
    signalWords(signal, state),
    signal.step ?? '',
    signal.triggers.flatMap(({ evidence }) => evidence).join('; '),
    answersTo(signal, state),
  ])
  return rows.length > 0 ? `## Signals\n\n${table(['what', 'where', 'seen', 'done'], rows)}` : ''
}

function lessons(state: RunState): string {
  const [given, back] = [lessonRows(state), regressionRows(state)]
  const parts = [
    given.length > 0 ? table(['lesson', 'kind', 'what it says', 'why it fits', 'in this run'], given) : '',
    back.length > 0
      ? `Mended by an earlier run, and back:\n\n${table(['lesson', 'what', 'mended by', 'now'], back)}`
      : '',
  ].filter(Boolean)
  return parts.length > 0 ? `## Lessons of earlier runs\n\n${parts.join('\n\n')}` : ''
}

function switchedOff({ disabled }: RunState): string {
  const rows = Object.entries(disabled).map(([id, reason]) => [id, reason])
  return rows.length > 0 ? `## Your own rules that broke\n\n${table(['rule', 'how'], rows)}` : ''
}

function limits(state: RunState): string {
  const lines = limitLines(state).map((line) => `- ${text(line)}`)
  return lines.length > 0 ? `## Limits\n\n${lines.join('\n')}` : ''
}

function gates(state: RunState): string {
  const rows = Object.values(state.gates).map((gate) => [
    gate.kind,
    gate.question,
    gate.answer ?? 'open',
    gate.by ?? '',
  ])
  return rows.length > 0 ? `## Questions\n\n${table(['kind', 'question', 'answer', 'by'], rows)}` : ''
}

function rescues(state: RunState): string {
  if (state.rescues.length === 0) return ''
  const lines = state.rescues.map(
    (rescue) =>
      `- \`${rescue.ref}\`: ${plural(rescue.files, 'file')} (${text(rescue.reason)}). See it with \`git show --stat ${rescue.ref}\`.`,
  )
  return `## Rescued work\n\n${lines.join('\n')}`
}

function place(finding: Finding): string {
  return finding.file ? `${finding.file}${finding.line ? `:${finding.line}` : ''}` : '–'
}

export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map(text).join(' | ')} |`
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}

/** Text from agents and file names can hold anything: one line, no markup of its own, no way out of a cell. */
export function text(raw: string): string {
  return oneLine(raw).replace(/[\\`*_[\]<>|]/g, (char) => `\\${char}`)
}

function oneLine(raw: string): string {
  return cleanText(raw.replace(/\s+/g, ' '), 4_000).trim()
}

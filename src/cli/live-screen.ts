import type { AgentEvent } from '../agents/agent.ts'
import { NOTHING_SPENT } from '../core/budget.ts'
import { allAgents, shownAgent } from '../core/chains.ts'
import { PLANNED } from '../core/decide/dry-run.ts'
import { msBetween } from '../core/decide/instants.ts'
import type { RunState } from '../core/state.ts'
import { stoppedWords } from '../core/stopped-words.ts'
import { answerCommands } from '../report/answer-commands.ts'
import { openLines } from '../report/open-findings.ts'
import { planLines } from '../report/plan-summary.ts'
import { type ProgressLine, progressLine } from '../report/progress.ts'
import { reviewLines } from '../report/review-lines.ts'
import { duration, oneLine, plural, spent, untilWords } from '../report/words.ts'
import type { Layout } from '../store/layout.ts'
import { fitLine } from './fit-line.ts'
import type { Screen } from './json-screen.ts'
import { paint } from './paint.ts'
import { print } from './print.ts'

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const STAGE_WIDTH = 11
const WHAT_WIDTH = 40
const REDRAW_MS = 120

interface Open {
  line: ProgressLine
  since: number
  latest: string
}

/** A line a step; while it runs, how long, what the agent is doing, and what is waited for. Plain lines off a terminal. */
export function liveScreen(out: (line: string) => void): Screen {
  const tty = process.stdout.isTTY === true
  const open = new Map<string, Open>()
  let drawn = 0
  let frame = 0
  let waiting: { what: string; until: string | null } | null = null
  let toldWait = ''
  let paused = false
  let spend = NOTHING_SPENT
  const erase = () => {
    if (drawn > 0) print(`\x1b[${drawn}A\x1b[0J`)
    drawn = 0
  }
  const draw = () => {
    if (!tty || paused) return
    erase()
    const lines = [...open.values()].map((each) => liveLine(each, FRAMES[frame % FRAMES.length]!))
    if (waiting) lines.push(dim(`  waiting: ${waitWords(waiting)}`))
    if (spend.usd > 0 && lines.length > 0) lines.push(dim(`  spent ${spent(spend)}`))
    for (const line of lines) print(`${fitLine(line)}\n`)
    drawn = lines.length
  }
  const timer = tty
    ? setInterval(() => {
        frame += 1
        draw()
      }, REDRAW_MS)
    : undefined
  const say = (line: string) => {
    erase()
    out(line)
    draw()
  }
  return {
    event(event, now) {
      waiting = null
      spend = now.spend
      if (event.type === 'run.start' || event.type === 'run.resumed') say(header(now))
      if (event.type === 'decision' && event.data.what === 'dry-run')
        for (const line of planned(now)) say(line)
      const line = progressLine(event, now)
      if (!line) return
      if (line.opens && line.key) {
        open.set(line.key, { line, since: Date.now(), latest: '' })
        if (!tty) out(plain(line, '…'))
        return draw()
      }
      if (line.key) open.delete(line.key)
      say(tty ? coloured(line) : plain(line, line.result))
    },
    activity(activity) {
      if (activity.kind === 'waiting') {
        waiting = activity
        const key = `${activity.what} ${activity.until}`
        // Off a terminal nothing counts down: it is said once.
        if (!tty && key !== toldWait) out(`${pad('[Wait]', STAGE_WIDTH)} ${waitWords(activity)}`)
        toldWait = key
        return
      }
      const key = activity.kind === 'agent' ? `step:${activity.step}` : `verify:${activity.step}`
      const entry = open.get(key)
      if (entry)
        entry.latest =
          activity.kind === 'agent' ? (doingNow(activity.event) ?? entry.latest) : activity.command
    },
    pause() {
      erase()
      paused = true
    },
    go() {
      paused = false
    },
    fail() {
      clearInterval(timer)
      erase()
    },
    close({ state, layout }) {
      clearInterval(timer)
      erase()
      open.clear()
      out(footer(state, layout))
    },
  }
}

function waitWords({ what, until }: { what: string; until: string | null }): string {
  return until === null ? what : `${oneLine(what, 200)}, ${untilWords(until, Date.now())}`
}

function header(state: RunState): string {
  const start = state.start!
  const agents = [...new Set(allAgents(start.agents).map(shownAgent))].join(', ')
  const first = bold(`━━━ wiggum: ${clip(oneLine(start.task, 500), 60)} ━━━`)
  const cycle = goesRound(state) ? `, cycle ${state.cycle}/${state.maxCycles}` : ''
  const second = `run ${state.runId} · ${start.strategy}, ${state.workflow}${cycle} · agent: ${agents} · sandbox: ${start.sandbox?.name ?? 'none'} · checks: ${checks(state)}`
  return `${first}\n${dim(second)}\n`
}

function checks(state: RunState): string {
  const { review, verify } = state.start!
  if (review && !review.verify) return 'not asked for'
  const { test, acceptance, required_files: files } = verify
  const all = [test, ...acceptance, ...files.map((file) => `${file} exists`)].filter(Boolean)
  return all.length > 0 ? oneLine(all.join(', '), 200) : 'none found'
}

function footer(state: RunState, layout: Layout): string {
  const took = msBetween(state.startedAt, state.endedAt ?? state.lastAt)
  const cost = state.spend.usd > 0 || state.spend.unknown_calls > 0 ? `, ${spent(state.spend)}` : ''
  const lines = [
    '',
    `${titleOf(state)} ${dim(`(${duration(took)}${cycles(state)}${cost})`)}`,
    ...(state.ended?.status === PLANNED ? planned(state) : []),
    ...(state.start?.review ? reviewLines(state) : stillOpen(state)),
    ...advice(state),
  ]
  lines.push(`  report  ${layout.artifacts(state.runId)}/report.md`, `  log     ${layout.log(state.runId)}`)
  if (Object.keys(state.collected).length > 0 && !state.start!.review)
    lines.push(`  branch  ${state.start!.branch}`)
  for (const rescue of state.rescues) lines.push(`  rescued ${rescue.ref}`)
  return lines.join('\n')
}

function cycles(state: RunState): string {
  return goesRound(state) ? `, ${plural(state.cycle, 'cycle')}` : ''
}

function goesRound({ start }: RunState): boolean {
  return start?.strategy !== 'pipeline' && !start?.review
}

function planned(state: RunState): string[] {
  return planLines(state).map(([name, words]) => `  ${name.padEnd(7)} ${oneLine(words, 1_000)}`)
}

/** An honest list of what is still wrong, where a person looks first. */
function stillOpen(state: RunState): string[] {
  if (state.ended?.status !== 'findings-open') return []
  return openLines(state).map((line) => `  · ${oneLine(line, 400)}`)
}

function titleOf(state: RunState): string {
  if (state.ended) {
    const tone = state.ended.exit_code === 0 ? 'green' : state.ended.exit_code === 11 ? 'yellow' : 'red'
    return paint([tone, 'bold'], `━━━ ${state.ended.status}: ${oneLine(state.ended.reason, 600)}`)
  }
  if (state.interrupted)
    return paint(['yellow', 'bold'], `━━━ ${stoppedWords(state.interrupted)}; the work is kept`)
  const gate = Object.values(state.gates).find((each) => each.answer === null)
  return paint(['yellow', 'bold'], `━━━ waiting for an answer: ${oneLine(gate?.question ?? '', 600)}`)
}

function advice(state: RunState): string[] {
  const id = state.runId
  if (state.ended) return []
  if (state.interrupted) return [`  go on   wiggum resume ${id}`]
  const gate = Object.values(state.gates).find((each) => each.answer === null)
  if (!gate) return []
  const evidence = gate.evidence.map((line) => `  · ${oneLine(line, 400)}`)
  const { each } = answerCommands(id, gate.choices)
  const width = Math.max(7, ...each.map(({ word }) => word.length))
  return [...evidence, ...each.map(({ word, command }) => `  ${word.padEnd(width)} ${command}`)]
}

function doingNow(event: AgentEvent): string | null {
  if (event.kind === 'tool-call') return `${event.name} ${inputWord(event.input)}`
  if (event.kind === 'text') return event.text
  if (event.kind === 'retry') return `retrying: ${event.reason}`
  if (event.kind === 'limit') return `limited: ${event.reason}`
  if (event.kind === 'denial') return `refused: ${event.tool}`
  if (event.kind === 'asked' && !event.allowed) return `refused: ${event.operation.what}`
  if (event.kind === 'permission') return `asked for ${event.tool}: ${event.allowed ? 'allowed' : 'refused'}`
  return null
}

function inputWord(input: unknown): string {
  if (typeof input !== 'object' || input === null) return ''
  const first = Object.values(input).find((value) => typeof value === 'string')
  return typeof first === 'string' ? first : ''
}

function liveLine({ line, since, latest }: Open, spinner: string): string {
  const detail = latest ? ` ${dim(clip(oneLine(latest, 300), 50))}` : ''
  return `${stage(line)} ${pad(line.what, WHAT_WIDTH)} ${spinner} ${duration(Date.now() - since)}${detail}`
}

function coloured(line: ProgressLine): string {
  const mark = { good: '✓', bad: '✗', ask: '?', plain: '·' }[line.tone]
  const colour = { good: 'green', bad: 'red', ask: 'yellow', plain: 'gray' }[line.tone] as
    | 'green'
    | 'red'
    | 'yellow'
    | 'gray'
  return `${stage(line)} ${pad(line.what, WHAT_WIDTH)} ${paint(colour, `${mark} ${oneLine(line.result, 500)}`)}`.trimEnd()
}

function plain(line: ProgressLine, result: string): string {
  return `${stage(line)} ${pad(line.what, WHAT_WIDTH)} ${oneLine(result, 500)}`.trimEnd()
}

function stage(line: ProgressLine): string {
  return pad(`[${line.stage}]`, STAGE_WIDTH)
}

function pad(text: string, width: number): string {
  return oneLine(text, 300).padEnd(width)
}

function clip(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text
}

function dim(text: string): string {
  return paint('dim', text)
}

function bold(text: string): string {
  return paint('bold', text)
}

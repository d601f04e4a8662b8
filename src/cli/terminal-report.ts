import { shortened } from '../report/columns.ts'
import { busyOf } from '../report/facts/busy.ts'
import type { Outcome, RunFacts, Share, Span } from '../report/facts/facts.ts'
import { lastAttemptWords } from '../report/facts/shown-work.ts'
import { timeScale } from '../report/html/plots/time-scale.ts'
import { duration, money, oneLine, plural } from '../report/words.ts'
import { paint } from './paint.ts'

/** Longest line that agents' words may make, and how many lines of each kind a screen is given. */
const LONG = 300
const MANY = 12
const MANY_STEPS = 30
const BAR = 24
const INDENT = '  '

const MARKS: Record<Outcome['mark'], { sign: string; style: 'green' | 'red' | 'yellow' | 'cyan' }> = {
  good: { sign: '✓', style: 'green' },
  bad: { sign: '✗', style: 'red' },
  wait: { sign: '?', style: 'yellow' },
  live: { sign: '●', style: 'cyan' },
}

const TONES: Record<Span['tone'], 'gray' | 'green' | 'red' | 'yellow'> = {
  plain: 'gray',
  good: 'green',
  bad: 'red',
  ask: 'yellow',
}

/** The report for a screen. The rest is in the page: this is what fits. */
export function terminalReport(facts: RunFacts): string[] {
  return [
    ...heading(facts),
    ...part('Did it land', [facts.outcome.landed]),
    ...part(
      'What proves it',
      facts.outcome.proof.length > 0 ? facts.outcome.proof : [facts.outcome.live ? 'nothing yet' : 'nothing'],
    ),
    ...part('What it cost', [facts.outcome.cost, ...shares(facts)], MANY + 8),
    ...part('What is open', facts.outcome.open.length > 0 ? facts.outcome.open : ['nothing']),
    ...waits(facts.outcome),
    ...part('Steps', steps(facts), MANY_STEPS + 2),
    ...part('Findings', findings(facts)),
    ...part('Passes', facts.breaker.passes.items.map(({ words }) => words).slice(-MANY)),
    ...part('Breaker', moves(facts)),
    ...part(
      'Signals',
      facts.signals.items.slice(-MANY).map(({ what, seen, done }) => `${what} (${seen}): ${done}`),
    ),
    ...part('Verification', checks(facts)),
    ...part('What changed', changed(facts)),
    ...part(
      'Questions',
      facts.gates.items.slice(-MANY).map(({ question, answer }) => `${question} → ${answer}`),
    ),
    ...part('Limits', facts.limits),
    ...part(
      'Rescued work',
      facts.rescues.items.slice(-MANY).map(({ ref, files }) => `${ref}: ${plural(files, 'file')}`),
    ),
    ...part('What to do now', next(facts.outcome)),
  ]
}

/** What a run that goes on looks like in so many lines: what it does now comes first. */
export function liveLines(facts: RunFacts, rows: number): string[] {
  const start = [...heading(facts), ...waits(facts.outcome)]
  const cost = part('What it cost', [facts.outcome.cost])
  const more = [...part('Findings', findings(facts)), ...part('Breaker', moves(facts))]
  const room = Math.max(3, rows - start.length - cost.length - more.length - 2)
  const all = [...start, ...part('Steps', steps(facts, room), room + 1), ...cost, ...more]
  return all.slice(0, rows)
}

function heading({ task, outcome, damage, run_id, strategy, workflow }: RunFacts): string[] {
  const { sign, style } = MARKS[outcome.mark]
  const code = outcome.exit_code === null ? '' : ` (exit code ${outcome.exit_code})`
  const reason = outcome.reason ? `: ${oneLine(outcome.reason, LONG)}` : ''
  return [
    paint('bold', oneLine(task, LONG)),
    paint([style, 'bold'], `${sign} ${outcome.status}${code}${reason}`),
    paint('dim', `run ${run_id} · ${strategy}, ${workflow}`),
    ...(damage === null
      ? []
      : [paint('red', `${oneLine(damage.words, LONG)}. What could be read is below.`)]),
  ]
}

function part(title: string, lines: string[], many = MANY): string[] {
  if (lines.length === 0) return []
  const more = lines.length > many ? [`… and ${plural(lines.length - many, 'more line')}`] : []
  const shown = [...lines.slice(0, many), ...more]
  return ['', paint('bold', title), ...shown.map((line) => `${INDENT}${oneLineKeepingBars(line)}`)]
}

/** Cleaned already where agents wrote it; colours and columns of ours stay as they are. */
function oneLineKeepingBars(line: string): string {
  return line.replace(/[\r\n]+/g, ' ')
}

function waits({ waits: gate }: Outcome): string[] {
  if (!gate) return []
  return part('It waits for an answer', [
    ...wrapped(oneLine(gate.question, LONG * 4)),
    ...gate.evidence.map((line) => oneLine(line, LONG)),
    ...gate.commands.map((command) => paint('cyan', command)),
  ])
}

/** Whoever answers has to see all that is asked. */
function wrapped(text: string): string[] {
  const width = Math.max(20, (process.stdout.columns || 100) - 4)
  const lines = ['']
  for (const word of text.split(' '))
    if (lines.at(-1)!.length + word.length < width) lines.push(`${lines.pop()} ${word}`.trimStart())
    else lines.push(word)
  return lines
}

function shares({ spend: { by_role, by_model } }: RunFacts): string[] {
  const rows = (all: Share[]) => all.map((share) => shareLine(share, all))
  const models = by_model.shares.length > 1 ? rows(by_model.shares) : []
  return by_role.shares.length > 0 ? [...rows(by_role.shares), ...models] : []
}

function shareLine({ name, usd, tokens, calls }: Share, all: Share[]): string {
  const unit = all.some((each) => each.usd > 0) ? 'usd' : 'tokens'
  const most = Math.max(1e-9, ...all.map((each) => each[unit]))
  const full = Math.round(((unit === 'usd' ? usd : tokens) / most) * BAR)
  const bar = `${'█'.repeat(full)}${'·'.repeat(BAR - full)}`
  const label = shortened(oneLine(name, 60), 26).padEnd(26)
  return `${label} ${paint('dim', bar)} ${money(usd)}, ${tokens.toLocaleString('en')} tokens, ${plural(calls, 'call')}`
}

/** A line a call, with a bar that shows when it was. The newest ones, if there are many. */
function steps(facts: RunFacts, many = MANY_STEPS): string[] {
  const { spans, took_ms } = facts
  const scale = timeScale(busyOf(facts, 'shown'), took_ms)
  const shown = spans.items.slice(-many)
  const missing = spans.items.length - shown.length + spans.left_out
  const lines = shown.map((span) => {
    const end = span.end_ms ?? took_ms
    const from = Math.min(BAR - 1, Math.floor(scale.at(span.start_ms) * BAR))
    const length = Math.max(1, Math.round((scale.at(end) - scale.at(span.start_ms)) * BAR))
    const bar =
      `${' '.repeat(from)}${(span.end_ms === null ? '┅' : '━').repeat(Math.min(length, BAR - from))}`.padEnd(
        BAR,
      )
    const again = span.attempt !== null && span.attempt > 1 ? ` (call ${span.attempt})` : ''
    const who = shortened(oneLine(`${span.title}${again}`, 60), 29).padEnd(29)
    return `${who} ${bar} ${duration(end - span.start_ms).padStart(11)}  ${paint(TONES[span.tone], oneLine(span.result, 90))}`
  })
  return [...(missing > 0 ? [paint('dim', `${missing} earlier ones are not shown`)] : []), ...lines]
}

function findings({ findings: { cycles, unit } }: RunFacts): string[] {
  return cycles
    .filter(({ critical, warning, info, fates }) => critical + warning + info + movedOf(fates) > 0)
    .slice(-MANY)
    .map(({ cycle, critical, warning, info, fates, convergence }) => {
      const moved = fates
        ? `; ${fates.new} new, ${fates.resolved} resolved, ${fates.persistent} persistent, ${fates.regressed} regressed`
        : ''
      const where = convergence ? `; convergence ${convergence}` : ''
      return `${unit} ${cycle}: ${critical} CRITICAL, ${warning} WARNING, ${info} INFO${moved}${where}`
    })
}

function movedOf(fates: RunFacts['findings']['cycles'][number]['fates']): number {
  return Object.values(fates ?? {}).reduce((sum, each) => sum + each, 0)
}

function moves({ breaker }: RunFacts): string[] {
  return breaker.moves.items
    .slice(-MANY)
    .map(({ from, to, pass, reason, evidence }) =>
      oneLine(`after pass ${pass}: ${from} → ${to}, ${[reason, ...evidence].join('; ')}`, LONG),
    )
}

function checks({ verification, completion }: RunFacts): string[] {
  const rows = verification.items.slice(-MANY).map(({ what, command, result, good, ms }) => {
    const sign = paint(good ? 'green' : 'red', good ? '✓' : '✗')
    return `${sign} ${what.padEnd(12)} ${oneLine(command, 120)}: ${result}, ${duration(ms)}`
  })
  return completion === null ? rows : [...rows, completion]
}

function changed({ changes }: RunFacts): string[] {
  if (!changes) return []
  const files = changes.files.map(
    ({ path, change, added, deleted }) => `${oneLine(path, 120)}: ${change}, +${added} −${deleted}`,
  )
  const all = files.length + changes.more_files
  return [
    `${plural(all, 'file')}, +${changes.added} −${changes.deleted}, at ${changes.head.slice(0, 10)}`,
    ...(changes.last_attempt ? [lastAttemptWords(changes.last_attempt)] : []),
    ...files,
  ]
}

function next({ next: steps, waits: gate }: Outcome): string[] {
  return gate ? [] : steps.map(({ why, command }) => (command === null ? why : `${why}: ${command}`))
}

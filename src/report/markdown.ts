import { cleanText } from '../contracts/clean-text.ts'
import type { Bounded, RunFacts, Spending } from './facts/facts.ts'
import { lastAttemptWords } from './facts/shown-work.ts'
import { workPlace } from './facts/work-place.ts'
import { duration, money, plural } from './words.ts'

/** The plain report of a run: how it ended, what proves it, what is open, where everything is. */
export function markdownReport(facts: RunFacts): string {
  const sections = [
    `# ${oneLine(facts.task)}`,
    damage(facts),
    ending(facts),
    head(facts),
    plan(facts),
    open(facts),
    steps(facts),
    spend(facts),
    work(facts),
    verification(facts),
    findings(facts),
    passes(facts),
    breaker(facts),
    signals(facts),
    lessons(facts),
    limits(facts),
    switchedOff(facts),
    gates(facts),
    decisions(facts),
    rescues(facts),
  ]
  return `${sections.filter(Boolean).join('\n\n')}\n`
}

function damage({ damage: why }: RunFacts): string {
  return why ? `**${text(why.words)}. What could be read is below.**` : ''
}

function ending({ outcome }: RunFacts): string {
  const { status, exit_code, reason, waits, live, next } = outcome
  if (exit_code !== null) return `**${status}** (exit code ${exit_code}): ${text(reason)}.`
  if (waits) return `**waiting** for an answer: ${text(waits.question)}`
  if (live) return '**running**'
  const command = next[0]?.command
  return `**${status}**: ${text(reason)}.${command ? ` Go on with \`${command}\`.` : ''}`
}

function head(facts: RunFacts): string {
  return table(
    ['', ''],
    [
      ['Run', facts.run_id],
      ['Strategy', `${facts.strategy}, ${facts.workflow}`],
      ['Agent', facts.agents.join(', ')],
      ['Sandbox', facts.sandbox],
      ['Base', `${facts.target} at ${facts.base.slice(0, 10)}`],
      workPlace(facts),
      ['Merged', facts.merged],
      ['Time', duration(facts.took_ms)],
      ['Spend', facts.spend.text],
    ],
  )
}

function plan({ plan: rows }: RunFacts): string {
  return rows.length > 0 ? `## Plan\n\n${table(['', ''], rows)}` : ''
}

function open({ outcome }: RunFacts): string {
  return outcome.open.length > 0 ? `## What is open\n\n${list(outcome.open)}` : ''
}

function steps({ spans }: RunFacts): string {
  const rows = spans.items.map((span) =>
    span.kind === 'call'
      ? [
          span.attempt === 1 ? span.id : `${span.id}, call ${span.attempt}`,
          span.title,
          `${span.agent}${span.model ? ` (${span.model})` : ''}`,
          span.result,
          span.did,
          took(span.end_ms, span.start_ms),
        ]
      : [span.title, '', '', span.result, '', took(span.end_ms, span.start_ms)],
  )
  return section('Steps', ['step', 'role', 'agent', 'result', 'did', 'time'], { ...spans, items: rows })
}

function took(end_ms: number | null, start_ms: number): string {
  return end_ms === null ? 'under way' : duration(end_ms - start_ms)
}

function spend({ spend: { by_role, by_model, unknown_calls } }: RunFacts): string {
  if (by_role.shares.length === 0) return ''
  const note = unknown_calls > 0 ? `\n\n${plural(unknown_calls, 'call')} did not say what they cost.` : ''
  return `## Spend\n\n${shares('role', by_role)}\n\n${shares('model', by_model)}${note}`
}

function shares(of: string, { shares: all }: Spending): string {
  const rows = all.map(({ name, calls, usd, tokens, ms }) => [
    name,
    String(calls),
    money(usd),
    tokens.toLocaleString('en'),
    duration(ms),
  ])
  return table([of, 'calls', 'cost', 'tokens', 'time'], rows)
}

function work({ changes }: RunFacts): string {
  if (!changes) return ''
  const rows = changes.files.map((file) => [file.path, file.change, `+${file.added} −${file.deleted}`])
  const more = changes.more_files > 0 ? `\n\nAnd ${plural(changes.more_files, 'more file')}.` : ''
  const along =
    changes.took_along.length > 0
      ? `\n\nTaken along, not committed by the Maker: ${changes.took_along.map(text).join(', ')}.`
      : ''
  const odd =
    changes.oddities.length > 0
      ? `\n\nIn the workspace, and neither followed nor run: ${changes.oddities.map(text).join('; ')}.`
      : ''
  const last = changes.last_attempt ? ` ${text(lastAttemptWords(changes.last_attempt))}.` : ''
  return `## What changed\n\nFrom git, at ${changes.head.slice(0, 10)}: +${changes.added} −${changes.deleted}.${last}\n\n${table(['file', 'change', 'lines'], rows)}${more}${along}${odd}`
}

function verification({ verification: checks, proof, completion }: RunFacts): string {
  const rows = checks.items.map(({ what, command, result, ms, output }) => [
    what,
    command,
    result,
    duration(ms),
    output,
  ])
  const body = section('Verification', ['what', 'command', 'result', 'time', 'output'], {
    ...checks,
    items: rows,
  })
  if (!body) return ''
  const said = body.replace('\n\n', '\n\nRun by wiggum itself, with the commands of the base commit.\n\n')
  const after = [proof && `${proof}.`, completion && `${completion}.`].filter(Boolean)
  return [said, ...after].join('\n\n')
}

function findings({ findings: { cycles, unit, left_out } }: RunFacts): string {
  const rows = cycles.flatMap(({ cycle, findings: all }) =>
    all.map((each) => [
      String(cycle),
      each.place,
      each.severity,
      each.fate ?? '',
      each.category,
      each.description,
      each.fix,
      each.by,
    ]),
  )
  if (rows.length === 0) return ''
  const missing = cycles.reduce((sum, each) => sum + each.left_out, 0)
  const notes = [
    ...cycles.flatMap(({ cycle, convergence }) =>
      convergence ? [`${unit} ${cycle}: convergence ${convergence}`] : [],
    ),
    ...(missing > 0 ? [`${plural(missing, 'more finding')} not shown`] : []),
    ...(left_out > 0 ? [`${plural(left_out, `earlier ${unit}`)} not shown`] : []),
  ]
  const head = [unit, 'file:line', 'severity', 'fate', 'category', 'description', 'fix', 'by']
  return `## Findings\n\n${table(head, rows)}${notes.length > 0 ? `\n\n${list(notes)}` : ''}`
}

function passes({ breaker: { passes: all } }: RunFacts): string {
  return all.items.length > 0 ? `## Passes\n\n${list(all.items.map(({ words }) => words))}${gap(all)}` : ''
}

function breaker({ breaker: { moves } }: RunFacts): string {
  const rows = moves.items.map(({ at_ms, from, to, pass, reason, evidence, signals: rules }) => [
    duration(at_ms),
    `${from} → ${to}`,
    `pass ${pass}`,
    [reason, ...evidence].join('; '),
    rules.join(', '),
  ])
  return section('Breaker', ['at', 'move', 'after', 'why', 'rules'], { ...moves, items: rows })
}

function signals({ signals: all }: RunFacts): string {
  const rows = all.items.map(({ what, where, seen, done }) => [what, where, seen, done])
  return section('Signals', ['what', 'where', 'seen', 'done'], { ...all, items: rows })
}

function lessons({ lessons: { told, back } }: RunFacts): string {
  const given = told.map(({ id, kind, text: said, why, met }) => [id, kind, said, why, met])
  const again = back.map(({ id, text: said, mended_by, now }) => [id, said, mended_by, now])
  const parts = [
    given.length > 0 ? table(['lesson', 'kind', 'what it says', 'why it fits', 'in this run'], given) : '',
    again.length > 0
      ? `Mended by an earlier run, and back:\n\n${table(['lesson', 'what', 'mended by', 'now'], again)}`
      : '',
  ].filter(Boolean)
  return parts.length > 0 ? `## Lessons of earlier runs\n\n${parts.join('\n\n')}` : ''
}

function limits({ limits: lines }: RunFacts): string {
  return lines.length > 0 ? `## Limits\n\n${list(lines)}` : ''
}

function switchedOff({ switched_off: rules }: RunFacts): string {
  const rows = rules.map(({ rule, how }) => [rule, how])
  return rows.length > 0 ? `## Your own rules that broke\n\n${table(['rule', 'how'], rows)}` : ''
}

function gates({ gates: all }: RunFacts): string {
  const rows = all.items.map(({ kind, question, answer, by }) => [kind, question, answer, by])
  return section('Questions', ['kind', 'question', 'answer', 'by'], { ...all, items: rows })
}

function decisions({ decisions: all }: RunFacts): string {
  const rows = all.items.map(({ at_ms, what, chosen, why }) => [duration(at_ms), what, chosen, why])
  return section('Decisions', ['at', 'what', 'chosen', 'why'], { ...all, items: rows })
}

function rescues({ rescues: all }: RunFacts): string {
  if (all.items.length === 0) return ''
  const lines = all.items.map(
    ({ ref, files, reason }) =>
      `- \`${ref}\`: ${plural(files, 'file')} (${text(reason)}). See it with \`git show --stat ${ref}\`.`,
  )
  return `## Rescued work\n\n${lines.join('\n')}${gap(all)}`
}

function section(title: string, head: string[], rows: Bounded<string[]>): string {
  return rows.items.length > 0 ? `## ${title}\n\n${table(head, rows.items)}${gap(rows)}` : ''
}

/** What a list leaves out, it says. */
function gap({ left_out, gap_after }: Bounded<unknown>): string {
  return left_out > 0 ? `\n\n${left_out} more, after the first ${gap_after}, are not shown.` : ''
}

function list(lines: string[]): string {
  return lines.map((line) => `- ${text(line)}`).join('\n')
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

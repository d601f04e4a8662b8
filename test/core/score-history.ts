import type { Finding, Severity, WiggumEvent } from '../../src/core/events.ts'
import { findingId } from '../../src/core/findings.ts'

/** A run's events, made up from letters that say what became of each finding: see docs/score.md. */
export interface MadeRun {
  run: number
  ending: string
  reviewers: { role: string; model: string | null; letters: string; usd: number | null }[]
  strategy: 'pdca' | 'pipeline'
}

const head = (round: number) => String(round).repeat(40)
const isProven = (ending: string) => ending === 'landed' || ending === 'verified'

export function eventsOf({ run, ending, reviewers, strategy }: MadeRun): WiggumEvent[] {
  const runId = `run-${String(run).padStart(2, '0')}`
  const events: WiggumEvent[] = []
  const add = (type: string, data: object) => {
    const ts = new Date(Date.UTC(2026, 0, run, 0, 0, events.length)).toISOString()
    const event = {
      v: 1,
      seq: events.length + 1,
      ts,
      run_id: runId,
      type,
      phase: null,
      agent: null,
      parent: [],
      data,
    }
    events.push(event as unknown as WiggumEvent)
  }
  const review = (who: MadeRun['reviewers'][number], round: number) => {
    const step = `${round}-check-${who.role}`
    const found = findingsOf(who.role, who.letters).filter(({ letter }) => (letter === 'F') === (round === 1))
    add('agent.start', {
      step,
      attempt: round,
      archetype: who.role,
      agent: 'claude',
      model: who.model,
      head: head(round),
      about: head(round),
    })
    const cost_usd = who.usd === null || round === 2 ? who.usd && 0 : who.usd
    add('agent.complete', {
      step,
      attempt: round,
      archetype: who.role,
      artifacts: [],
      denials: [],
      contract: SAID,
      usage: { cost_usd },
    })
    for (const [index, { letter }] of found.entries())
      if (letter === 'X') add('evidence.downgrade', { step, index, reason: 'no line, and no other evidence' })
    const rejects = found.some(({ letter }) => letter === 'F' || letter === 'U')
    const findings = found.map(({ finding }) => finding)
    add('review.verdict', {
      step,
      archetype: who.role,
      verdict: rejects ? 'REJECTED' : 'APPROVED',
      head: head(round),
      findings,
    })
  }
  const collected = (round: number, touched: string[]) =>
    add('work.collected', {
      step: `${round}-do-maker`,
      attempt: round,
      head: head(round),
      touched,
      files: [{ path: 'a' }],
    })

  add('run.start', {
    strategy,
    archetypes: [],
    options: { merge: true },
    workflow: 'standard',
    max_cycles: 2,
  })
  const fixed = reviewers.flatMap(({ role, letters }) =>
    findingsOf(role, letters).flatMap(({ letter, finding }) => (letter === 'F' ? [finding] : [])),
  )
  collected(1, ['src/first.ts'])
  for (const who of reviewers) review(who, 1)
  if (strategy === 'pdca')
    add('cycle.boundary', { cycle: 1, exit_condition: 'next-cycle', head: head(1), findings: fixed })
  collected(
    2,
    fixed.map(({ file }) => file!),
  )
  for (const who of reviewers) review(who, 2)
  if (strategy === 'pdca')
    for (const { id, file } of fixed) add('fix.applied', { finding: id, file, source: '' })
  const exit = isProven(ending) ? (ending === 'landed' ? 0 : 11) : 10
  add('run.complete', { status: ending, exit_code: exit, head: head(2) })
  return events
}

const SAID = { form: 'block', status: 'DONE', status_assumed: false }

/** The n-th C is the same for everybody; anything else is in a file of its own. */
function findingsOf(role: string, letters: string): { letter: string; finding: Finding }[] {
  const all = letters.split(' ').filter((letter) => /[FCSXU]/.test(letter))
  return all.map((letter, at) => {
    const place = letter === 'C' ? 'shared' : `${role}-${at}`
    return {
      letter,
      finding: made(`src/${place}.ts`, role, letter === 'F' || letter === 'U' ? 'CRITICAL' : 'WARNING'),
    }
  })
}

export function made(
  file: string,
  role: string,
  severity: Severity,
  description = 'The last item is lost',
): Finding {
  const named = { file, category: 'reliability', description }
  return { ...named, id: findingId(named), line: 1, severity, fix: '', evidence: '`x`', sources: [role] }
}

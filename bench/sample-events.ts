import { defaultConfig } from '../src/config/load.ts'
import type {
  Contract,
  DecisionName,
  Draft,
  EventData,
  Finding,
  Phase,
  Severity,
} from '../src/core/events.ts'
import { saidOf } from '../src/core/said.ts'

/** Events as runs write them, in the proportions of a run that fixes and reviews again and again. */

export const TIME = '2026-01-02T03:04:05.678Z'
/** So many rounds have step names of their own; then the names come again as later attempts. */
const DISTINCT_ROUNDS = 100
const ROUNDS_A_RESUME = 1000

export function sampleStart(): Draft {
  const verify = { setup: ['npm ci'], test: 'npm test', acceptance: [], required_files: [] }
  return {
    type: 'run.start',
    data: {
      task: 'fix: slugs keep their trailing dashes when the title ends in punctuation',
      workflow: 'standard',
      max_cycles: 1,
      archetypes: [],
      adopts: null,
      workflows: {},
      choices: {},
      strategy: 'pipeline',
      domain: 'code',
      files: [],
      base: id(0),
      target: 'main',
      branch: 'wiggum/2026-01-02-bench',
      policy: { ...defaultConfig() },
      hooks: [],
      sources: [],
      agents: { default: 'claude' },
      options: { merge: true, yes: false, allow: [], dry_run: false },
      verify: { ...verify, timeout_minutes: 10, detected: 'package.json' },
      wiggum_version: '0.1.0',
    },
  }
}

export function* sampleDrafts(count: number): Generator<Draft> {
  yield sampleStart()
  for (let made = 1, round = 1; made < count; round++) {
    for (const draft of roundOf(round).slice(0, count - made)) {
      made++
      yield draft
    }
  }
}

function roundOf(round: number): Draft[] {
  const head = id(round)
  const start = id(round - 1)
  const tree = id(round + 7)
  return [
    decision('fix-round', 'one targeted fix', round),
    { type: 'phase.transition', phase: 'do', data: { from: 'check', to: 'do', artifacts_so_far: [] } },
    ...callOf('do', 'maker', { round, head: start, findings: [] }),
    { type: 'work.collected', phase: 'do', agent: 'maker', data: collected(round) },
    { type: 'work.inspected', phase: 'do', data: inspected(head) },
    { type: 'phase.transition', phase: 'check', data: { from: 'do', to: 'check', artifacts_so_far: [] } },
    ...reviewOf('guardian', round, head),
    ...reviewOf('skeptic', round, head),
    decision('metering', 'Guardian found something, so the Skeptic looks too', round),
    { type: 'verify.start', phase: 'act', data: { kind: 'merged', commit: head } },
    { type: 'verify.complete', phase: 'act', data: verified(head, tree) },
    { type: 'merge.built', phase: 'act', data: { head, onto: start, commit: head, tree, method: 'no-ff' } },
    { type: 'land.start', phase: 'act', data: { commit: head, target: 'main', previous: start } },
    { type: 'land.refused', phase: 'act', data: { commit: head, reason: 'moved', detail: 'main moved on' } },
    { type: 'budget.threshold', data: { percent: 50, spent: 5.1, budget: 10, unit: 'usd' } },
    ...(round % ROUNDS_A_RESUME === 0 ? [resumed(round)] : []),
  ]
}

function reviewOf(role: string, round: number, head: string): Draft[] {
  const findings = [findingOf(role, round, 'WARNING'), findingOf(role, round + 1, 'INFO')]
  const reason = 'the named line does not exist in the change'
  const finding = id(round).slice(0, 12)
  const about = { archetype: role, head }
  const verdict = { ...stepOf('check', role, round), ...about, problem: null, findings }
  return [
    ...callOf('check', role, { round, head, findings }),
    {
      type: 'evidence.downgrade',
      phase: 'check',
      agent: role,
      data: {
        ...about,
        step: stepOf('check', role, round).step,
        index: 0,
        finding,
        from: 'WARNING',
        to: 'INFO',
        reason,
      },
    },
    { type: 'review.verdict', phase: 'check', agent: role, data: { ...verdict, verdict: 'REJECTED' } },
  ]
}

interface Call {
  round: number
  head: string
  findings: Finding[]
}

export function callOf(phase: Phase, role: string, { round, head, findings }: Call): Draft[] {
  const step = stepOf(phase, role, round)
  const name = `${step.step}-${step.attempt}`
  const start = {
    ...step,
    archetype: role,
    agent: 'claude',
    model: 'sonnet',
    prompt_summary: `${role}: attending to what the last review found (targeted)`,
    prompt_artifact: `prompts/${name}.md`,
    head,
    about: phase === 'check' ? head : null,
  }
  const end = {
    ...step,
    archetype: role,
    duration_ms: 184_233 + round,
    artifacts: [`${phase}-${role}.md`],
    text: null,
    summary: `Round ${round}: the trimming now happens after the replacement, and a test covers it.`,
    contract: saidOf(contract(phase, findings)),
    usage: { input_tokens: 48_211, output_tokens: 3_907, cost_usd: 0.2114, turns: 14 },
    session: '0b6f0c9e-6a55-4a55-9a37-2f1f5ac1d8b1',
    denials: [],
    killed_after_result: false,
    truncated_bytes: 0,
  }
  return [
    { type: 'agent.start', phase, agent: role, data: start },
    { type: 'agent.complete', phase, agent: role, data: end },
  ]
}

function contract(phase: Phase, findings: Finding[]): Contract {
  return {
    form: 'block',
    status: 'DONE',
    status_assumed: false,
    verdict: phase === 'check' ? 'REJECTED' : null,
    verdict_problem: null,
    findings,
    confidence: null,
    files: phase === 'do' ? ['src/slug.ts', 'test/slug.test.ts'] : [],
    test_strategy: [],
    risks: [],
    todos: [],
    decisions: [],
    alternatives: [],
    assumptions: [],
    top_risk: null,
    addressed: [],
    summary: 'The trimming now happens after the replacement, and a test covers it.',
    notes: null,
  }
}

function findingOf(role: string, round: number, severity: Severity): Finding {
  return {
    id: id(round).slice(0, 12),
    file: 'src/slug.ts',
    line: 12 + (round % 200),
    severity,
    category: 'quality',
    description: 'A title of nothing but punctuation gives an empty slug, and the route then matches all.',
    fix: 'Fall back to the id when nothing is left.',
    evidence: 'slugOf("!!!") returns ""',
    sources: [role],
  }
}

export function collected(round: number): EventData['work.collected'] {
  const step = { ...stepOf('do', 'maker', round), start: id(round - 1), head: id(round), commits: 1 }
  const touched = ['src/slug.ts', 'test/slug.test.ts']
  const files = touched.map((path) => ({
    path,
    change: 'modified' as const,
    added: 12,
    deleted: 4,
    test: path.startsWith('test/'),
  }))
  return { ...step, files, more_files: 0, touched, took_along: [], history_rewritten: false }
}

export function inspected(head: string): EventData['work.inspected'] {
  const nothing = { findings: [], unplanned_deletions: [], protected_changed: [], outside_links: [] }
  return { head, ...nothing, mass_deletion: null, adds_exit: false }
}

export function verified(commit: string, subject: string): EventData['verify.complete'] {
  const check = { name: 'test', command: 'npm test', exit: 1, timed_out: false, duration_ms: 8123 }
  const tail = '  1 failing\n  slugOf keeps no trailing dash: expected "a" to equal "a-"\n'
  const checks = [{ ...check, artifact: 'verify/merged-test.log', tail }]
  const verdict = { green: false, ran: true, reason: 'npm test exited 1', checks, duration_ms: 8200 }
  return { kind: 'merged', commit, subject, ...verdict }
}

function decision(what: DecisionName, rationale: string, round: number): Draft {
  return {
    type: 'decision',
    data: { what, chosen: `round ${round}`, alternatives: ['stop here'], rationale },
  }
}

function resumed(round: number): Draft {
  return { type: 'run.resumed', data: { reason: 'the user asked for another attempt', after: round } }
}

function stepOf(phase: Phase, role: string, round: number) {
  return { step: `1-${phase}-${role}-${round % DISTINCT_ROUNDS}`, attempt: round }
}

/** Looks like a commit. As many different ones as there are distinct rounds. */
function id(round: number): string {
  return (round % DISTINCT_ROUNDS).toString(16).padStart(40, '5e0c')
}

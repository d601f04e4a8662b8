import { defaultConfig } from '../../src/config/load.ts'
import type { AgentCall, Command } from '../../src/core/commands.ts'
import { decide } from '../../src/core/decide/index.ts'
import type {
  AddedSecret,
  Asked,
  Canaries,
  Contract,
  Draft,
  EventData,
  Finding,
  OwnTests,
  StepTally,
  WiggumEvent,
  WindowUse,
} from '../../src/core/events.ts'
import { findingId } from '../../src/core/findings.ts'
import { applyEvent } from '../../src/core/fold.ts'
import { parentsOf } from '../../src/core/parents.ts'
import { wholeContract } from '../../src/core/said.ts'
import { initialState, type RunState } from '../../src/core/state.ts'
import { workflows } from '../../src/policy/workflows.ts'

/** Made once: reading it takes longer than a short run. */
const CONFIG = defaultConfig()

/** Runs `decide` against a made-up world: no files, no processes, only events. */
export interface Script {
  /** What the n-th call of a role comes to. */
  agent?: (
    role: string,
    attempt: number,
  ) => Partial<Contract> | { fails: string; retryAt?: string } | { stuck: 'nudge' | 'halt' } | undefined
  /** The same by the whole call, where the agent or the conversation matters. */
  play?: (call: AgentCall) => ReturnType<NonNullable<Script['agent']>>
  /** The head the Maker of that round leaves; the base means nothing changed. */
  heads?: string[]
  files?: MadeFile[]
  /** The same for one attempt of one step, where that matters. */
  made?: (
    step: string,
    attempt: number,
  ) => { head?: string; files?: MadeFile[]; touched?: string[] } | undefined
  /** How long a call takes. */
  takesMs?: (call: AgentCall) => number
  inspect?: {
    findings?: Finding[]
    unplanned_deletions?: string[]
    mass_deletion?: { deleted: number; total: number } | null
    protected_changed?: string[]
    outside_links?: string[]
    unfiltered?: string[]
    executable?: string[]
    secrets?: AddedSecret[]
  }
  /** What a change is made of, by its head. */
  survey?: (head: string) => Partial<EventData['change.surveyed']>
  green?: (kind: string, nth: number) => boolean
  /** What a second run of a check comes to, by the kind of verification. */
  again?: (kind: string) => boolean | undefined
  /** What the change's own tests come to, on the merged tree and on the old code. */
  ownTests?: (kind: string, head: string) => OwnTests[] | undefined
  /** What tests that must fail came to, by the kind of verification. */
  canaries?: (kind: string) => Partial<Canaries> | undefined
  /** What lies where the lockfile has test libraries, by the kind of verification. */
  libraries?: (kind: string) => Record<string, string> | undefined
  conflict?: boolean
  /** What the target was rewritten to when the n-th merge was built; the last one stays. */
  rewritten?: string[]
  ran?: boolean
  failing?: string
  /** The end of the output of the n-th check of the merged tree. */
  tails?: string[]
  hooks?: 'fail'
  land?: ('landed' | 'dirty' | 'moved')[]
  answers?: Record<string, string>
  start?: Record<string, unknown>
  /** Which of so many commands ends first; without it, all do, in their order. */
  pick?: (count: number) => number
  usd?: number
  /** What the n-th call of all costs, where they differ; `null`: it does not say. */
  cost?: (nth: number) => number | null
  /** What a rule of the user's own sees in a step. */
  own?: (detector: string, look: { step: string; attempt: number }) => string[] | null
  /** A call's final message. */
  text?: (call: AgentCall) => string | null
  /** Tools that a role asked for and did not get. */
  denials?: (role: string) => string[]
  /** What a call did, in figures. */
  work?: (call: AgentCall) => Partial<StepTally> | undefined
  /** What a call wanted to do beyond its workspace. */
  asked?: (call: AgentCall) => Asked[] | undefined
  /** How full a call's window is at its end. */
  context?: (call: AgentCall) => WindowUse | undefined
  /** Whether a call made the promise that its session was asked for. */
  promised?: (call: AgentCall) => boolean
  /** The conversation that a fresh call begins. */
  session?: (attempt: number) => string
}

interface MadeFile {
  path: string
  change?: 'added' | 'modified' | 'deleted'
  test?: boolean
  added?: number
  deleted?: number
}

export const BASE = 'b'.repeat(40)
export const HEAD = 'a'.repeat(40)
const HEAD2 = 'c'.repeat(40)

const CHANGED = { change: 'modified' as const, added: 1, deleted: 1, test: false }

const NO_CANARIES: Canaries = { planted: 3, red: [], dull: [], exit_red: true }

const NO_WORK: StepTally = {
  total: 0,
  edits: 0,
  failed_edits: 0,
  shells: 0,
  failed_shells: 0,
  tests: 0,
  last_test: null,
  distinct_errors: 0,
  novel: 0,
}

export function finding(over: Partial<Finding> = {}): Finding {
  const base = { file: 'src/x.js', category: 'reliability', description: 'it loses the last item' }
  return {
    ...base,
    id: findingId({ ...base, ...over }),
    line: 1,
    severity: 'CRITICAL',
    fix: 'keep it',
    evidence: '`x`',
    sources: ['guardian'],
    ...over,
  }
}

function contract(over: Partial<Contract> = {}): Contract {
  return { ...wholeContract({ form: 'block', status: 'DONE', status_assumed: false }), ...over }
}

export interface Simulation {
  state: RunState
  events: WiggumEvent[]
  commands: Command[]
}

export function simulate(script: Script = {}, resumeAfter: WiggumEvent[] = []): Simulation {
  const world = makeWorld(script, resumeAfter)
  if (resumeAfter.length === 0) world.append(runStart(script))
  for (let turn = 0; turn < 400 && !world.state.ended; turn++) {
    const { commands, wakeAt } = decide(world.state, world.now())
    if (wakeAt) world.sleepUntil(wakeAt)
    if (commands.length === 0 && !wakeAt && !world.answerGate()) break
    const next = script.pick ? endsFirst(commands, script.pick) : commands
    for (const command of next) world.perform(command)
  }
  return { state: world.state, events: world.events, commands: world.commands }
}

/** Records take no time. Of all else that is under way at once, one ends first, and then it is decided again. */
function endsFirst(commands: Command[], pick: (count: number) => number): Command[] {
  const records = commands.filter((command) => command.do === 'record')
  return records.length > 0 ? records : commands.slice(pick(commands.length)).slice(0, 1)
}

function makeWorld(script: Script, before: WiggumEvent[]) {
  const state = initialState('run')
  const events: WiggumEvent[] = []
  const commands: Command[] = []
  let clock = Date.parse('2026-01-01T00:00:00Z') + before.length * 1000
  let lands = before.filter((event) => event.type === 'land.refused').length
  const seen: Record<string, number> = {}
  let merges = 0
  const now = () => new Date(clock).toISOString()
  const append = (draft: Draft) => {
    clock += 1000
    const event = {
      v: 1,
      seq: events.length + 1,
      ts: now(),
      run_id: 'run',
      phase: null,
      agent: null,
      parent: parentsOf(state, draft),
      ...draft,
    } as WiggumEvent
    events.push(event)
    applyEvent(state, event)
  }
  for (const event of before) {
    events.push(event)
    applyEvent(state, event)
    if (event.type === 'verify.complete') seen[event.data.kind] = (seen[event.data.kind] ?? 0) + 1
  }
  let calls = before.filter((event) => event.type === 'agent.start').length
  const usageOf = () => {
    calls += 1
    const cost_usd = script.cost ? script.cost(calls) : (script.usd ?? 0.01)
    return { input_tokens: 10, output_tokens: 10, cost_usd, turns: 1 }
  }
  const perform = (command: Command): unknown => {
    commands.push(command)
    switch (command.do) {
      case 'record':
        return append(command.event)
      case 'open-gate':
        return append({
          type: 'gate.opened',
          data: {
            gate: command.gate,
            kind: command.kind,
            question: command.question,
            choices: command.choices,
            evidence: command.evidence,
          },
        })
      case 'finish':
        return append({
          type: 'run.complete',
          data: {
            ...command.ending,
            cycles: state.cycle,
            agents_total: 0,
            fixes_total: 0,
            head: command.ending.head,
          },
        })
      case 'agent': {
        const { role, step, attempt, phase, head, about } = command.call
        append({
          type: 'agent.start',
          phase,
          agent: role,
          data: {
            step,
            attempt,
            archetype: role,
            agent: 'scripted',
            model: null,
            prompt_summary: '',
            prompt_artifact: '',
            head,
            about,
            name: command.call.agent,
            continues: command.call.continues,
          },
        })
        if (script.session)
          append({
            type: 'agent.session',
            data: {
              step,
              attempt,
              session: command.call.continues ?? script.session(attempt),
              problem: null,
            },
          })
        const said =
          script.play?.(command.call) ??
          script.agent?.(role, attempt) ??
          (phase === 'check' ? { verdict: 'APPROVED' as const } : {})
        const took = script.takesMs?.(command.call) ?? 1
        clock += took
        const work = script.work?.(command.call)
        const use = script.context?.(command.call)
        const asked = script.asked?.(command.call)
        const steps = work ? { steps: { ...NO_WORK, ...work } } : {}
        const shared = { step, attempt, archetype: role, duration_ms: took, usage: usageOf(), ...steps }
        if ('stuck' in said) {
          append({ type: 'stagnation.detected', data: stuckAt({ step, attempt, tier: said.stuck }) })
          const why = { cause: 'stagnation' as const, message: 'it led nowhere', retry_at: null }
          return append({ type: 'agent.failed', phase, agent: role, data: { ...shared, ...why } })
        }
        if ('fails' in said && (said.fails === 'idle' || said.fails === 'wall'))
          return append({
            type: 'agent.timeout',
            phase,
            agent: role,
            data: { ...shared, limit: said.fails, limit_ms: 300_000, ...(asked ? { asked } : {}) },
          })
        if ('fails' in said)
          return append({
            type: 'agent.failed',
            phase,
            agent: role,
            data: {
              ...shared,
              cause: said.fails as 'crash',
              message: 'it broke',
              retry_at: said.retryAt ?? null,
              ...(asked ? { asked } : {}),
            },
          })
        return append({
          type: 'agent.complete',
          phase,
          agent: role,
          data: {
            ...shared,
            artifacts: [],
            text: script.text?.(command.call) ?? null,
            summary: '',
            contract: contract(said),
            session: null,
            denials: script.denials?.(role) ?? [],
            killed_after_result: false,
            truncated_bytes: 0,
            ...(use ? { context: use } : {}),
            ...(asked ? { asked } : {}),
            ...(script.promised ? { promised: script.promised(command.call) } : {}),
          },
        })
      }
      case 'judge': {
        const step = state.steps[command.step]!
        return append({
          type: 'review.verdict',
          data: {
            step: command.step,
            attempt: step.attempt,
            archetype: step.role,
            verdict: step.contract!.verdict ?? 'NONE',
            problem: step.contract!.verdict ? null : 'no verdict',
            head: step.about!,
            findings: step.contract!.findings,
          },
        })
      }
      case 'own-detectors': {
        const seen = command.ask.flatMap((detector) => {
          const evidence = script.own?.(detector, command) ?? null
          return evidence ? [{ detector, evidence }] : []
        })
        const { step, attempt, ask } = command
        return append({ type: 'detectors.own', data: { step, attempt, asked: ask, seen, problem: null } })
      }
      case 'take-change': {
        const { head } = state.start!.review!
        const files = (script.files ?? [{ path: 'src/x.js' }]).map((file) => ({ ...CHANGED, ...file }))
        return append({
          type: 'work.collected',
          phase: 'check',
          data: {
            step: '1-do-maker',
            attempt: 1,
            start: BASE,
            head,
            commits: 1,
            files,
            more_files: 0,
            touched: files.map((file) => file.path),
            took_along: [],
            history_rewritten: false,
          },
        })
      }
      case 'collect': {
        const heads = script.heads ?? [HEAD, HEAD2]
        const made = script.made?.(command.step, command.attempt) ?? {}
        const head = made.head ?? heads[Math.min(Object.keys(state.collected).length, heads.length - 1)]!
        const given = made.files ?? script.files ?? [{ path: 'src/x.js' }]
        const files = given.map((file) => ({ ...CHANGED, ...file }))
        return append({
          type: 'work.collected',
          data: {
            step: command.step,
            attempt: command.attempt,
            start: command.start,
            head,
            commits: 1,
            files: head === BASE ? [] : files,
            more_files: 0,
            touched: made.touched ?? given.map((file) => file.path),
            took_along: [],
            history_rewritten: false,
          },
        })
      }
      case 'inspect':
        return append({
          type: 'work.inspected',
          data: {
            head: command.head,
            findings: [],
            unplanned_deletions: [],
            mass_deletion: null,
            protected_changed: [],
            outside_links: [],
            ...script.inspect,
          },
        })
      case 'survey-change': {
        const { head } = command
        const seen = { files: [], anchors: [], patterns: [], problem: null, ...script.survey?.(head) }
        return append({ type: 'change.surveyed', phase: 'act', data: { ...seen, head } })
      }
      case 'build-merge': {
        const tip = script.rewritten?.[Math.min(merges++, script.rewritten.length - 1)]
        const rewriting = tip && { rewritten: { tip, dropped: ['bbbbbbb as it was'] } }
        if (script.conflict)
          return append({
            type: 'merge.conflict',
            data: { head: command.head, onto: BASE, files: ['src/x.js'], ...rewriting },
          })
        return append({
          type: 'merge.built',
          data: {
            ...rewriting,
            head: command.head,
            onto: BASE,
            commit: `f${command.head.slice(1)}`,
            tree: `e${command.head.slice(1)}`,
            method: 'no-ff',
          },
        })
      }
      case 'verify': {
        seen[command.kind] = (seen[command.kind] ?? 0) + 1
        const green = script.green?.(command.kind, seen[command.kind]!) ?? command.kind !== 'proof'
        const again = script.again?.(command.kind)
        const canaries = script.canaries?.(command.kind)
        const own = script.ownTests?.(command.kind, command.head ?? '')
        const libraries = script.libraries?.(command.kind)
        return append({
          type: 'verify.complete',
          data: {
            kind: command.kind,
            commit: command.commit,
            subject: command.subject,
            green,
            ran: script.ran ?? true,
            reason: green ? 'all checks green' : 'npm test exited 1',
            checks: [
              {
                name: script.failing ?? 'test',
                command: 'npm test',
                exit: green ? 0 : 1,
                timed_out: false,
                duration_ms: 1,
                artifact: null,
                tail: script.tails?.[seen[command.kind]! - 1] ?? '',
                ...(again === undefined
                  ? {}
                  : { again: { exit: again ? 0 : 1, timed_out: false, duration_ms: 1 } }),
              },
            ],
            ...(own ? { own_tests: own } : {}),
            ...(canaries ? { canaries: { ...NO_CANARIES, ...canaries } } : {}),
            ...(libraries ? { libraries } : {}),
            duration_ms: 1,
          },
        })
      }
      case 'checkpoint': {
        const { usd, tokens, unknown_calls } = state.spend
        return append({
          type: 'policy.checkpoint',
          data: {
            trigger: command.trigger,
            spend: { usd, tokens, unknown_calls },
            quality: [],
            pushed: null,
            refs: [],
            problems: [],
            decision: command.why,
          },
        })
      }
      case 'context-checkpoint':
        return append({ type: 'context.checkpoint', phase: 'do', data: command.data })
      case 'queue-task': {
        const { signal, shadow, task } = command
        const about = { signal, shadow, layer: 'system' as const, rung: 'correct' as const }
        return append({
          type: 'correction.applied',
          data: { ...about, step: null, attempt: null, text: `queued: ${task}` },
        })
      }
      case 'notify': {
        const { pass, channel } = command
        return append({
          type: 'notification.sent',
          data: { pass, channel, delivery: 'd', ok: true, problem: null },
        })
      }
      case 'end-pass':
        return append({ type: 'pass.complete', phase: 'act', data: command.data })
      case 'close-cycle':
        return append({ type: 'cycle.boundary', data: command.boundary })
      case 'hook':
        return append({
          type: 'hook.complete',
          data: {
            point: command.point,
            commit: command.commit,
            ok: script.hooks !== 'fail',
            aborts: true,
            reason: 'smoke exited 1',
            checks: [],
          },
        })
      case 'revert':
        return append({
          type: 'run.reverted',
          data: { commit: 'd'.repeat(40), target: 'main', reason: command.reason, problem: null },
        })
      case 'land': {
        const outcome = script.land?.[lands] ?? 'landed'
        lands += 1
        if (outcome === 'landed')
          return append({
            type: 'run.merged',
            data: {
              commit: command.commit,
              target: 'main',
              previous: command.previous,
              method: 'no-ff',
              checkout: 'updated',
            },
          })
        return append({
          type: 'land.refused',
          data: { commit: command.commit, reason: outcome, detail: `the target is ${outcome}` },
        })
      }
    }
  }
  const answerGate = (): boolean => {
    const gate = Object.values(state.gates).find((each) => each.answer === null)
    const answer = gate && script.answers?.[gate.kind]
    if (!gate || !answer) return false
    append({
      type: 'gate.answered',
      data: { gate: gate.id, answer, text: answer === 'answer' ? 'in CSV' : null, by: 'test' },
    })
    return true
  }
  return {
    state,
    events,
    commands,
    append,
    perform,
    now,
    answerGate,
    sleepUntil: (until: string) => {
      clock = Math.max(clock, Date.parse(until))
    },
  }
}

function stuckAt(
  seen: Pick<EventData['stagnation.detected'], 'step' | 'attempt' | 'tier'>,
): EventData['stagnation.detected'] {
  const rest = { agent_step: 9, share: 0.5, probability: null, acted: true, best: null }
  return { ...seen, ...rest, detector: 'trace.same-call', evidence: ['the same call 5 times'] }
}

function runStart(script: Script): Draft {
  return {
    type: 'run.start',
    data: {
      task: 'fix it',
      workflow: 'fast',
      max_cycles: 1,
      archetypes: [],
      adopts: null,
      strategy: 'pipeline',
      domain: 'code',
      files: [],
      base: BASE,
      target: 'main',
      branch: 'wiggum/run',
      policy: structuredClone(CONFIG),
      sources: [],
      agents: { default: 'scripted' },
      options: { merge: true, yes: false, allow: [], dry_run: false },
      verify: {
        setup: [],
        test: 'npm test',
        acceptance: [],
        required_files: [],
        timeout_minutes: 10,
        detected: '',
      },
      hooks: [],
      workflows,
      choices: {},
      wiggum_version: '0',
      ...script.start,
    } as Extract<Draft, { type: 'run.start' }>['data'],
  }
}

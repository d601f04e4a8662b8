import type { AgentEvent } from '../agents/agent.ts'
import type { Step } from '../steps/step.ts'
import { createStepper, type Stepper } from '../steps/stepper.ts'
import type { ImportedEnd, ImportedHead, ImportSink, Spent } from './importer.ts'
import { createProblems, type Problem } from './problems.ts'

/** What one run of a transcript is handed to, piece by piece: nobody has to hold a whole run. */
interface RunTaker {
  /** What a person told the agent. */
  turn?(turn: ImportedTurn): void
  /** `share`: how much of the allowed agent steps was used with it; `null`: nobody said how many are. */
  step(step: Step, share: number | null): void
  spend?(spent: Spent): void
  end(run: ImportedRun): void
}

/** Called when the first thing of a run is there. The head still grows: it is whole at the end. */
export type TakeRun = (head: Readonly<ImportedHead>) => RunTaker

export interface ImportedTurn {
  text: string
  at: string | null
  /** How many agent steps there were before it. */
  after: number
}

export interface ImportedRun {
  head: Readonly<ImportedHead>
  how: ImportedEnd
  /** Sums of what is known. */
  spent: Spent
  steps: number
  turns: number
  problems: Problem[]
}

interface OpenRun {
  head: ImportedHead
  stepper: Stepper | null
  /** Calls whose results are still to come. */
  open: Set<string>
  taker: RunTaker | null
  spent: Spent
  steps: number
  turns: number
  problems: ReturnType<typeof createProblems>
}

const NOBODY: Omit<ImportedHead, 'id'> = {
  agent: null,
  model: null,
  cwd: null,
  task: null,
  resolved: null,
  maxSteps: null,
  writes: null,
  watched: null,
}

/** Makes agent steps of what an importer tells, run by run. Nothing of a run that has ended is kept. */
export function takeRuns(take: TakeRun): ImportSink & { close(): { problems: Problem[]; runs: number } } {
  const problems = createProblems()
  let run: OpenRun | null = null
  let runs = 0

  const end = (how: ImportedEnd) => {
    if (!run) return
    const ended = run
    if (ended.stepper) for (const step of ended.stepper.end()) give(ended, step)
    run = null
    const { head, spent, steps, turns } = ended
    takerOf(ended, take).end({ head, how, spent, steps, turns, problems: ended.problems.all() })
  }
  const give = (to: OpenRun, step: Step, share: number | null = null) => {
    to.steps += 1
    const { maxSteps } = to.head
    takerOf(to, take).step(step, share ?? (maxSteps ? Math.min(1, to.steps / maxSteps) : null))
  }
  return {
    begin: (head) => {
      end(null)
      runs += 1
      run = opened({ ...NOBODY, ...head })
    },
    know: (part) => {
      if (run) learn(run.head, part)
    },
    turn: (text, at) => {
      if (!run) return
      const turned = run
      // What it said before was its answer, and no thought before what it does now.
      if (run.open.size === 0)
        for (const step of run.stepper?.take(ANSWERED, at ?? '') ?? []) give(turned, step)
      run.turns += 1
      takerOf(run, take).turn?.({ text, at, after: run.steps })
    },
    event: (event, at) => {
      if (!run) return
      run.stepper ??= createStepper({ root: run.head.cwd })
      noteOpen(run.open, event)
      for (const step of run.stepper.take(event, at ?? '')) give(run, step)
    },
    step: (step, share) => {
      if (run) give(run, step, share)
    },
    spend: (spent) => {
      if (!run) return
      run.spent = addSpent(run.spent, spent)
      takerOf(run, take).spend?.(spent)
    },
    end,
    problem: (kind, what) => {
      problems.add(kind, what)
      run?.problems.add(kind, what)
    },
    close: () => {
      end(null)
      return { problems: problems.all(), runs }
    },
  }
}

function opened(head: ImportedHead): OpenRun {
  const spent: Spent = { input: null, output: null, usd: null, cached: null }
  return {
    head,
    stepper: null,
    open: new Set(),
    taker: null,
    spent,
    steps: 0,
    turns: 0,
    problems: createProblems(),
  }
}

const ANSWERED: AgentEvent = {
  kind: 'result',
  text: '',
  ok: true,
  failure: null,
  usage: { input_tokens: null, output_tokens: null, cost_usd: null, turns: null },
}
/** As many as the stepper keeps open. */
const MAX_OPEN = 64

function noteOpen(open: Set<string>, event: AgentEvent): void {
  if (event.kind === 'tool-call') open.add(event.id)
  if (event.kind === 'tool-result') open.delete(event.id)
  if (open.size > MAX_OPEN) open.delete(open.values().next().value!)
}

function takerOf(run: OpenRun, take: TakeRun): RunTaker {
  run.taker ??= take(run.head)
  return run.taker
}

/** What was known stays known. */
function learn(head: ImportedHead, part: Partial<ImportedHead>): void {
  const known = Object.entries(part).filter(([, value]) => value !== null && value !== undefined)
  Object.assign(head, Object.fromEntries(known))
}

function addSpent(to: Spent, more: Spent): Spent {
  return {
    input: plus(to.input, more.input),
    output: plus(to.output, more.output),
    usd: plus(to.usd, more.usd),
    cached: plus(to.cached ?? null, more.cached ?? null),
  }
}

function plus(left: number | null, right: number | null): number | null {
  return right === null ? left : (left ?? 0) + right
}

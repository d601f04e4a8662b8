import type { Step } from '../steps/step.ts'
import type { EditTarget } from './edit-target.ts'
import { createFading, type Moment } from './moment.ts'

/** What a check said: tests, or a script that the agent made to see the fault. */
export type CheckResult = 'green' | 'red' | 'unknown'

/** How the agent verifies its work. */
export interface CheckFacts {
  tests: number
  /** Runs of scripts that the agent made itself. */
  scripts: number
  /** Since the last source edit, or since the beginning. */
  testSince: CheckResult | null
  scriptSince: CheckResult | null
  /** The last result of each, whenever it was. */
  lastTest: CheckResult | null
  lastScript: CheckResult | null
  /** A check that had been red was green when it was run again after a source edit, and nothing was edited since. */
  turnedGreen: boolean
  everTurnedGreen: boolean
  /** Was green, and is red now. */
  turnedRed: boolean
  /** Times that the same check, run again after a source edit, said what it had said before. */
  unchanged: number
  unchangedInRow: number
  /** Times that it said something else. */
  changed: number
  /** Checks in a row that were red. */
  redInRow: number
  greens: number
  reds: number
  /** Source edits since a check was run. */
  editsUnchecked: number
  /** Lately, among all steps. */
  recent: number
  lastGreen: Moment | null
}

interface Seen {
  result: CheckResult
  said: string
  /** How many source edits there had been. */
  edits: number
}

const MAX_CHECKS = 256

export interface CheckTracker {
  add(step: Step, moment: Moment, target: EditTarget | null): void
  facts(): CheckFacts
}

/** `made`: whether a path is one that the agent made itself. */
export function createCheckTracker(made: (path: string) => boolean): CheckTracker {
  const seen = new Map<string, Seen>()
  const own = new Set<string>()
  const recent = createFading()
  let edits = 0
  const facts: CheckFacts = {
    tests: 0,
    scripts: 0,
    testSince: null,
    scriptSince: null,
    lastTest: null,
    lastScript: null,
    turnedGreen: false,
    everTurnedGreen: false,
    turnedRed: false,
    unchanged: 0,
    unchangedInRow: 0,
    changed: 0,
    redInRow: 0,
    greens: 0,
    reds: 0,
    editsUnchecked: 0,
    recent: 0,
    lastGreen: null,
  }
  const edited = () => {
    edits++
    Object.assign(facts, {
      testSince: null,
      scriptSince: null,
      turnedGreen: false,
      editsUnchecked: facts.editsUnchecked + 1,
    })
  }
  const compare = (key: string, now: Seen) => {
    const before = seen.get(key)
    if (before && before.edits < now.edits) {
      const same = before.said === now.said
      facts.unchanged += same ? 1 : 0
      facts.changed += same ? 0 : 1
      facts.unchangedInRow = same ? facts.unchangedInRow + 1 : 0
    }
    if (before && before.result === 'red' && now.result === 'green' && before.edits < now.edits)
      facts.turnedGreen = facts.everTurnedGreen = true
    if (before && before.result === 'green') facts.turnedRed = now.result === 'red'
    if (seen.size < MAX_CHECKS || before) seen.set(key, now)
  }
  const check = (kind: 'test' | 'script', step: Step, moment: Moment) => {
    const result = resultOf(step)
    if (kind === 'test') Object.assign(facts, { tests: facts.tests + 1, testSince: result, lastTest: result })
    else Object.assign(facts, { scripts: facts.scripts + 1, scriptSince: result, lastScript: result })
    if (result === 'green') Object.assign(facts, { greens: facts.greens + 1, lastGreen: moment })
    if (result === 'red') facts.reds++
    facts.redInRow = result === 'red' ? facts.redInRow + 1 : result === 'green' ? 0 : facts.redInRow
    facts.editsUnchecked = 0
    compare(`${kind} ${step.arguments?.command ?? ''}`, { result, said: saidBy(step), edits })
  }
  return {
    add: (step, moment, target) => {
      for (const path of step.files.changed)
        if (made(path) && own.size < MAX_CHECKS) own.add(path.slice(path.lastIndexOf('/') + 1))
      if (target === 'source') edited()
      const kind = kindOfCheck(step, own)
      if (kind !== null) check(kind, step, moment)
      recent.add(kind === null ? 0 : 1, moment)
    },
    facts: () => ({ ...facts, recent: recent.value() }),
  }
}

function kindOfCheck(step: Step, own: Set<string>): 'test' | 'script' | null {
  const command = step.arguments?.command
  if (!command || step.edit || step.observation === null) return null
  const words = command.split(/[\s;&|()'"]+/).map((word) => word.slice(word.lastIndexOf('/') + 1))
  const runsOwn = words.some((word) => own.has(word)) && !/^(?:read|search)$/.test(step.tool?.kind ?? '')
  if (runsOwn) return 'script'
  return step.test ? 'test' : null
}

function resultOf({ test, failed, exit }: Step): CheckResult {
  if (test && test.ok !== null) return test.ok ? 'green' : 'red'
  if (failed === true) return 'red'
  return exit === 0 ? 'green' : 'unknown'
}

/** What failed is told by its error, which knows no times and addresses. */
function saidBy({ error, observation, test }: Step): string {
  if (error !== null) return `${error} ${test?.failed ?? ''}`
  return observation?.digest ?? ''
}

import { createSeen } from '../steps/seen.ts'
import type { Step, ToolKind } from '../steps/step.ts'
import { createFading, type Moment } from './moment.ts'

/** What comes back, and what is new. */
export interface RepeatFacts {
  /** The last calls in a row that were the same call with the same result; 1: none came back. */
  sameInRow: number
  /** The last calls were rounds of the same calls with the same results; the longest in calls. */
  cycle: { period: number; times: number }
  /** The last step looks at what goes on in the background. */
  waiting: boolean
  /** The same error again, without a successful edit or a green check between. */
  sameErrorInRow: number
  error: string | null
  /** Calls that failed, and those whose error was there before. */
  failures: number
  oldErrors: number
  /** Calls that were made before just so. */
  oldCalls: number
  calls: number
  /** Words alone. */
  words: number
  /** Times it said that it is finished, and went on. */
  finishes: number
  /** Lately, among all steps. */
  recent: Record<'failed' | 'novel' | 'oldCall' | 'words' | 'read' | 'shell' | 'newFile' | 'bytes', number>
}

const LONGEST = 6

export interface RepeatTracker {
  add(step: Step, moment: Moment, progressed: boolean): void
  facts(): RepeatFacts
}

export function createRepeatTracker(): RepeatTracker {
  const calls = createSeen()
  const last: string[] = []
  const same = Array<number>(LONGEST).fill(0)
  const fading = {
    failed: createFading(),
    novel: createFading(1),
    oldCall: createFading(),
    words: createFading(),
    read: createFading(),
    shell: createFading(),
    newFile: createFading(),
    bytes: createFading(),
  }
  const sum = { failures: 0, oldErrors: 0, oldCalls: 0, calls: 0, words: 0, finishes: 0 }
  let sameInRow = 1
  let cycle = { period: 1, times: 1 }
  let error: string | null = null
  let sameErrorInRow = 0
  let waiting = false

  const round = (call: string) => {
    cycle = { period: 1, times: 1 }
    for (let period = 1; period <= LONGEST; period++) {
      same[period - 1] = call === last[last.length - period] ? same[period - 1]! + 1 : 0
      const times = Math.floor(same[period - 1]! / period) + 1
      if (period > 1 && times > cycle.times && same[0] === 0) cycle = { period, times }
    }
    sameInRow = same[0]! + 1
    last.push(call)
    if (last.length > LONGEST) last.shift()
  }
  const fail = (step: Step, progressed: boolean) => {
    if (progressed) sameErrorInRow = 0
    if (step.error === null) return
    sum.failures++
    if (step.novelty.error === false) sum.oldErrors++
    sameErrorInRow = step.error === error ? sameErrorInRow + 1 : 1
    error = step.error
  }

  return {
    add: (step, moment, progressed) => {
      const call = digestOfCall(step)
      const isWords = step.tool === null || WORDS.test(step.tool.name)
      const old = call !== null && !isWords && !calls.add(call)
      waiting = isWait(step)
      if (call !== null && !isWords && !waiting) round(call)
      fail(step, progressed)
      sum.calls += isWords ? 0 : 1
      sum.words += isWords ? 1 : 0
      sum.oldCalls += old ? 1 : 0
      if (step.tool?.name === 'finish') sum.finishes++
      const kind: ToolKind | null = step.tool?.kind ?? null
      fading.failed.add(step.failed === true ? 1 : 0, moment)
      fading.novel.add(Object.values(step.novelty).includes(true) ? 1 : 0, moment)
      fading.oldCall.add(old ? 1 : 0, moment)
      fading.words.add(isWords ? 1 : 0, moment)
      fading.read.add(kind === 'read' || kind === 'search' ? 1 : 0, moment)
      fading.shell.add(kind === 'shell' || kind === 'test' ? 1 : 0, moment)
      fading.newFile.add(step.novelty.file === true ? 1 : 0, moment)
      fading.bytes.add(Math.log1p(step.observation?.bytes ?? 0) / 10, moment)
    },
    facts: () => ({
      ...sum,
      sameInRow,
      cycle,
      waiting,
      sameErrorInRow,
      error,
      recent: {
        failed: fading.failed.value(),
        novel: fading.novel.value(),
        oldCall: fading.oldCall.value(),
        words: fading.words.value(),
        read: fading.read.value(),
        shell: fading.shell.value(),
        newFile: fading.newFile.value(),
        bytes: fading.bytes.value(),
      },
    }),
  }
}

const WORDS = /^(?:message|finish|think)$/

/** What failed is told by its error, which knows no times and addresses. No result: nobody knows whether it was the same. */
function digestOfCall({ tool, arguments: given, observation, error, test }: Step): string | null {
  if (!tool || !given || !observation) return null
  return `${tool.name} ${given.digest} ${error === null ? observation.digest : `${error} ${test?.failed ?? ''}`}`
}

const WAITS = /^(?:bashoutput|taskoutput|read_bash|list_bash|write_stdin|wait)$/i
const WAITING =
  /(?:^|[\s;&|(])(?:sleep|wait|watch|ps|pgrep|jobs|tail|timeout|squeue|gh\s+run|kubectl\s+get|docker\s+ps)(?:\s|$)/

/** Looking again at what goes on in the background is how one waits for it. */
function isWait({ tool, arguments: given }: Step): boolean {
  return WAITS.test(tool?.name ?? '') || WAITING.test(given?.command ?? '')
}

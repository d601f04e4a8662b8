import { plural } from '../report/words.ts'
import type { TaskQuality } from './records.ts'

/**
 * The last task of a sprint against its first. Two of four measures must be worse, and more worse than better: one hard task
 * is no trend. It cannot see that a task was harder than the first one.
 */
export interface Comparison {
  degrading: boolean
  /** One sentence a measure that differs. */
  words: string[]
}

type Verdict = 'worse' | 'better' | 'same'
interface Measured {
  verdict: Verdict
  words: string
}

/** From here on a measure is worse at all: small numbers differ by chance. */
const FLOOR = { findings: 3, corrections: 2 }
const WORSE_MEASURES = 2

export function compareQuality(first: TaskQuality, last: TaskQuality): Comparison {
  const all = [landed, rework, findings, corrections].map((measure) => measure(first, last))
  const worse = all.filter(({ verdict }) => verdict === 'worse').length
  const better = all.filter(({ verdict }) => verdict === 'better').length
  return {
    degrading: worse >= WORSE_MEASURES && worse > better,
    words: all
      .filter(({ verdict }) => verdict !== 'same')
      .map(({ verdict, words }) => `${verdict}: ${words}`),
  }
}

function landed(first: TaskQuality, last: TaskQuality): Measured {
  const said = (landed: boolean) => (landed ? 'landed' : 'did not land')
  return {
    verdict: first.landed === last.landed ? 'same' : last.landed ? 'better' : 'worse',
    words: `the first task ${said(first.landed)}, the last ${said(last.landed)}`,
  }
}

/** A red verification is why there is one more round: one fact, which counts once. */
function rework(first: TaskQuality, last: TaskQuality): Measured {
  const verdicts = [ordered(first.red, last.red, 1), ordered(first.rounds, last.rounds, 1)]
  const [verdict = 'same', other] = new Set(verdicts.filter((each) => each !== 'same'))
  return {
    verdict: other === undefined ? verdict : 'same',
    words: `${reworkWords(first)} for the first task, ${reworkWords(last)} for the last`,
  }
}

function reworkWords({ red, rounds }: TaskQuality): string {
  return `${plural(rounds, 'round')} of work with ${plural(red, 'red verification')}`
}

/** For each changed file, so that a large task may have more; and at least twice as many. */
function findings(first: TaskQuality, last: TaskQuality): Measured {
  const rate = ({ findings, files }: TaskQuality) => findings / Math.max(1, files)
  const many = (more: TaskQuality, less: TaskQuality) =>
    more.findings >= less.findings + FLOOR.findings && rate(more) >= 2 * rate(less)
  return {
    verdict: many(last, first) ? 'worse' : many(first, last) ? 'better' : 'same',
    words: `findings that count: ${foundWords(first)} in the first task, ${foundWords(last)} in the last`,
  }
}

function foundWords({ findings, files }: TaskQuality): string {
  return `${findings} in ${files} ${files === 1 ? 'file' : 'files'}`
}

function corrections(first: TaskQuality, last: TaskQuality): Measured {
  return {
    verdict: ordered(first.corrections, last.corrections, FLOOR.corrections),
    words: `corrections: ${first.corrections} in the first task, ${last.corrections} in the last`,
  }
}

function ordered(first: number, last: number, step: number): Verdict {
  if (last >= first + step) return 'worse'
  return first >= last + step ? 'better' : 'same'
}

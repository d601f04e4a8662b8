import { passWords } from '../core/pass-words.ts'
import type { RunState } from '../core/state.ts'
import { plural } from './words.ts'

type Move = RunState['breaker']['moves'][number]

/** What the loop's breaker saw, and what was tried about it. A run that needed one pass had nothing to put right. */
export function breakerStory({ passes, breaker }: RunState): { seen: string[]; tried: string[] } {
  const opened = breaker.moves.filter(({ to }) => to === 'OPEN')
  const answered = breaker.moves.filter(({ to }) => to !== 'OPEN')
  const rounds = passes.length > 1 || opened.length > 0 ? passes.map(passWords) : []
  return { seen: opened.map(seenWords), tried: [...answered.map(answerWords), ...rounds] }
}

function seenWords({ pass, reason, evidence, signals }: Move): string {
  return `pass ${pass}, no progress, ${reason}: ${evidence.join('; ')} (${signals.join(', ')})`
}

function answerWords({ pass, reason, lift }: Move): string {
  const models = lift ? `, ${plural(lift, 'model')} up` : ''
  return `after pass ${pass}: ${reason}${models}`
}

import type { Contract } from '../core/events.ts'

const MIN_WORDS = 6

/** Whether the closing block has a summary that is a sentence. */
export function saysWhatItComesTo({ summary }: Contract): boolean {
  return (summary ?? '').split(/\s+/).filter(Boolean).length >= MIN_WORDS
}

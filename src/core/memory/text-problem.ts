import { seenText } from '../../contracts/inert-line.ts'
import { memoryLimits } from '../../policy/memory.ts'

/** Why a lesson cannot say that, as the end of "the text …"; `null` if it can. */
export function textProblem(text: string): string | null {
  if (text.trim() === '') return 'is empty'
  if (/[\n\r\u2028\u2029]/.test(text.trim())) return 'must be one line'
  if (text.length > memoryLimits.text) return `is longer than ${memoryLimits.text} characters`
  if (seenText(text, text.length) !== text.replace(/\s+/g, ' ').trim())
    return 'holds characters that nobody can see'
  return /`{3}|~{3}/.test(text) ? 'must not hold a fence' : null
}

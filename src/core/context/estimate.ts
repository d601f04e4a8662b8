import { contextNumbers } from '../../policy/context.ts'

/** Tokens of so many characters, where nobody counted them. */
export function estimateTokens(chars: number): number {
  return Math.ceil(chars / contextNumbers.charsPerToken)
}

/** A tool's result as far as a model is likely to have read it. */
export function readChars(chars: number): number {
  return Math.min(chars, contextNumbers.longestResultChars)
}

/** Numbers about a model's window. How large each is: `windows.ts`. */
export const contextNumbers = {
  /** Most languages and most code have more than four characters a token, so this errs on the full side. */
  charsPerToken: 4,
  /** Agents cut what a tool gave back before the model reads it. */
  longestResultChars: 40_000,
  /** How often one pass may go on in a fresh conversation. After that it ends with what it has. */
  freshPerPass: 2,
} as const

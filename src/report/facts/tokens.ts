import { known } from '../../core/budget.ts'
import type { Usage } from '../../core/events.ts'

/** `null`: the agent said nothing of them. */
export function tokensOf({ input_tokens, output_tokens }: Usage): number | null {
  const [input, output] = [known(input_tokens), known(output_tokens)]
  return input === null && output === null ? null : (input ?? 0) + (output ?? 0)
}

import { asAmount, asObject, type JsonObject } from '../agents/json-value.ts'
import type { ImportSink } from './importer.ts'

export interface CodexTokens {
  note(event: JsonObject): void
}

/** The totals grow with every answer, and are told again without one: what counts is their difference. */
export function codexTokens(sink: ImportSink): CodexTokens {
  let before = { input: 0, output: 0, cached: 0 }
  return {
    note: (event) => {
      const total = asObject(asObject(event.info)?.total_token_usage)
      const input = asAmount(total?.input_tokens)
      const output = asAmount(total?.output_tokens)
      if (input === null || output === null) return
      const cached = asAmount(total?.cached_input_tokens) ?? 0
      const more = {
        input: input - before.input,
        output: output - before.output,
        cached: cached - before.cached,
      }
      before = { input, output, cached }
      // A session that goes on after another one begins to count anew.
      if (more.input < 0 || more.output < 0) sink.spend({ input, output, usd: null, cached })
      else if (more.input + more.output > 0) sink.spend({ ...more, usd: null })
    },
  }
}

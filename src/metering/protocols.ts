import { asAmount, asObject, asText, type JsonObject } from '../agents/json-value.ts'

/** What the answer to one request has said so far. `null` is unknown. */
export interface Reading {
  model: string | null
  input: number | null
  output: number | null
  cacheRead: number
  cacheWrite: number
  /** The event that says why the answer ends is here, perhaps not to its end. */
  ending: boolean
  /** The counts are the last ones: nothing that follows adds to them. */
  final: boolean
}

export const NOTHING_READ: Reading = {
  model: null,
  input: null,
  output: null,
  cacheRead: 0,
  cacheWrite: 0,
  ending: false,
  final: false,
}

export interface Protocol {
  name: string
  /** The end of the path of requests that are paid for. */
  path: RegExp
  /** Where in the answer, or in one event of it, something is said. */
  picks: Record<string, (reading: Reading, value: unknown) => void>
  /** An answer that ends without a last word is still whole, because every event repeats the counts so far. */
  endIsFinal: boolean
}

type Counts = Partial<Pick<Reading, 'input' | 'output' | 'cacheRead' | 'cacheWrite'>>

const model = (reading: Reading, value: unknown) => {
  reading.model = asText(value) ?? reading.model
}

/** Counts only ever grow while an answer comes in. */
function grow(reading: Reading, counts: Counts): void {
  for (const key of ['input', 'output', 'cacheRead', 'cacheWrite'] as const) {
    const value = counts[key]
    if (typeof value === 'number') reading[key] = Math.max(reading[key] ?? 0, value)
  }
}

const counting =
  (read: (usage: JsonObject) => Counts, isFinal: boolean) => (reading: Reading, value: unknown) => {
    const usage = asObject(value)
    if (!usage) return
    grow(reading, read(usage))
    if (isFinal) reading.final = true
  }

const ends = (reading: Reading, value: unknown) => {
  if (asText(value) !== null) reading.ending = true
}

/** What came from the cache, or went into it, was read by the model all the same. */
function anthropicCounts(usage: JsonObject): Counts {
  const cacheRead = asAmount(usage.cache_read_input_tokens) ?? 0
  const cacheWrite = asAmount(usage.cache_creation_input_tokens) ?? 0
  const fresh = asAmount(usage.input_tokens)
  const input = fresh === null ? null : fresh + cacheRead + cacheWrite
  return { input, output: asAmount(usage.output_tokens), cacheRead, cacheWrite }
}

function responsesCounts(usage: JsonObject): Counts {
  const details = asObject(usage.input_tokens_details)
  const cacheRead = asAmount(details?.cached_tokens) ?? 0
  const cacheWrite = asAmount(details?.cache_write_tokens) ?? 0
  return { input: asAmount(usage.input_tokens), output: asAmount(usage.output_tokens), cacheRead, cacheWrite }
}

function chatCounts(usage: JsonObject): Counts {
  const cacheRead = asAmount(asObject(usage.prompt_tokens_details)?.cached_tokens) ?? 0
  return { input: asAmount(usage.prompt_tokens), output: asAmount(usage.completion_tokens), cacheRead }
}

/** Thinking is paid for as output, what a built-in tool brought as input; both are counted apart. */
function geminiCounts(usage: JsonObject): Counts {
  const prompt = asAmount(usage.promptTokenCount)
  const input = prompt === null ? null : prompt + (asAmount(usage.toolUsePromptTokenCount) ?? 0)
  const said = asAmount(usage.candidatesTokenCount)
  const thought = asAmount(usage.thoughtsTokenCount)
  const output = said === null && thought === null ? null : (said ?? 0) + (thought ?? 0)
  // A blocked prompt has no answer and no count of one.
  const none = output === null && prompt !== null && asAmount(usage.totalTokenCount) === prompt
  return { input, output: none ? 0 : output, cacheRead: asAmount(usage.cachedContentTokenCount) ?? 0 }
}

/** Adding one: a row here. */
const protocols: Protocol[] = [
  {
    name: 'anthropic-messages',
    path: /\/messages$/,
    picks: {
      model,
      'message.model': model,
      'message.usage': counting(anthropicCounts, false),
      usage: counting(anthropicCounts, true),
    },
    endIsFinal: false,
  },
  {
    name: 'openai-responses',
    path: /\/responses(?:\/compact)?$/,
    picks: {
      model,
      'response.model': model,
      'response.usage': counting(responsesCounts, true),
      usage: counting(responsesCounts, true),
    },
    endIsFinal: false,
  },
  {
    name: 'chat-completions',
    path: /\/chat\/completions$/,
    picks: { model, usage: counting(chatCounts, false), 'choices.*.finish_reason': ends },
    endIsFinal: true,
  },
  {
    name: 'gemini',
    path: /:(?:streamG|g)enerateContent$/,
    picks: {
      modelVersion: model,
      usageMetadata: counting(geminiCounts, false),
      'candidates.*.finishReason': ends,
    },
    endIsFinal: true,
  },
]

/** `null`: a request that is not paid for by tokens, such as a list of models or a count. */
export function protocolOf(path: string): Protocol | null {
  const plain = path.split('?')[0] ?? ''
  return protocols.find((protocol) => protocol.path.test(plain)) ?? null
}

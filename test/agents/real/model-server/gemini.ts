import { allText, type Json, list, object, sse, text } from './json.ts'
import type { Answer, Asked, OfferedTool, Protocol } from './script.ts'

/** Gemini: `POST /v1beta/models/M:streamGenerateContent?alt=sse` and `:generateContent`. */
export const gemini: Protocol = { name: 'gemini', read, stream, whole, error }

const STATUS: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  429: 'RESOURCE_EXHAUSTED',
  529: 'UNAVAILABLE',
}

function read(body: unknown, path: string): Asked {
  const { tools, contents, systemInstruction } = object(body)
  const declared = list(tools).flatMap((tool) => list(object(tool).functionDeclarations))
  return {
    model: /\/models\/([^:]+):/.exec(path)?.[1] ?? '',
    stream: path.includes(':streamGenerateContent'),
    tools: declared.map(offered),
    messages: list(contents).map(allText),
    setting: allText(systemInstruction),
    wantsUsage: true,
  }
}

function offered(tool: unknown): OfferedTool {
  const { name, parameters, parametersJsonSchema } = object(tool)
  const schema = {
    ...object(object(parameters).properties),
    ...object(object(parametersJsonSchema).properties),
  }
  return { name: text(name), parameters: Object.keys(schema), freeform: false }
}

function parts({ text: said, call }: Answer): Json[] {
  const words = said ? [{ text: said }] : []
  return call ? [...words, { functionCall: { id: call.id, name: call.name, args: call.input } }] : words
}

function whole(answer: Answer): unknown {
  const { input, output } = answer.usage
  const content = { role: 'model', parts: parts(answer) }
  return {
    candidates: [{ content, finishReason: 'STOP', index: 0 }],
    usageMetadata: {
      promptTokenCount: input,
      candidatesTokenCount: output,
      totalTokenCount: input + output,
    },
    modelVersion: answer.model,
    responseId: answer.id,
  }
}

/** The first piece has no usage yet, as with a model that is still thinking. */
function stream(answer: Answer): string[] {
  const first = { candidates: [{ content: { role: 'model', parts: [{ text: '' }] }, index: 0 }] }
  return [sse(null, { ...first, modelVersion: answer.model }), sse(null, whole(answer))]
}

function error(status: number): unknown {
  return { error: { code: status, message: `scripted ${status}`, status: STATUS[status] ?? 'INTERNAL' } }
}

import { asObject, asText, type JsonObject, parseObject } from '../json-value.ts'

/** JSON-RPC 2.0, one message a line. */

export type Id = number | string

export interface RpcError {
  code: number | null
  message: string
  data: JsonObject | null
}

export type Incoming =
  | { kind: 'request'; id: Id; method: string; params: JsonObject }
  | { kind: 'notification'; method: string; params: JsonObject }
  | { kind: 'answer'; id: Id; result: JsonObject }
  | { kind: 'error'; id: Id; error: RpcError }

const METHOD_NOT_FOUND = -32601

/** `null` for what is not a message: agents also print plain text, and a line may be cut. */
export function readMessage(line: string): Incoming | null {
  const message = parseObject(line)
  if (!message) return null
  const method = asText(message.method)
  const id = asId(message.id)
  const params = asObject(message.params) ?? {}
  if (method !== null)
    return id === null ? { kind: 'notification', method, params } : { kind: 'request', id, method, params }
  if (id === null || message.method !== undefined) return null
  const error = asObject(message.error)
  if (error) return { kind: 'error', id, error: readError(error) }
  return message.result === undefined ? null : { kind: 'answer', id, result: asObject(message.result) ?? {} }
}

function readError(error: JsonObject): RpcError {
  const code = typeof error.code === 'number' ? error.code : null
  return { code, message: asText(error.message) ?? 'no reason given', data: asObject(error.data) }
}

function asId(value: unknown): Id | null {
  return typeof value === 'number' || typeof value === 'string' ? value : null
}

export function requestLine(id: number, method: string, params: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params })
}

export function answerLine(id: Id, result: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id, result })
}

export function refusalLine(id: Id, method: string): string {
  const error = { code: METHOD_NOT_FOUND, message: `Method not found: ${method}` }
  return JSON.stringify({ jsonrpc: '2.0', id, error })
}

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { INPUT, sumOf } from '../agents/claude-figures.ts'
import { asObject, asObjects, asText, type JsonObject, parseObject } from '../agents/json-value.ts'

/** What a session's own record says last. */
export interface Transcript {
  /** The last words of the assistant. */
  message: string | null
  /** How much of the model's window they left in use. */
  usedTokens: number | null
}

/** A record may have grown for weeks; what counts is near its end. */
const MAX_BYTES = 4 * 1024 * 1024
const BLOCK = 64 * 1024
const NEWLINE = 10
/** Lines without any of these are not worth parsing: most are results of tools, and long. */
const TELLING = /assistant|token_count|compact/

/** Claude Code's transcript, or Codex's record of a conversation. What cannot be read says nothing. */
export function readTranscript(path: string): Transcript {
  const found: Transcript = { message: null, usedTokens: null }
  try {
    // A pipe would otherwise have us wait for somebody who writes.
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      searchBack(file, found)
    } finally {
      closeSync(file)
    }
  } catch {
    // Gone, a folder, or not readable: then what was found so far is all there is.
  }
  return found
}

function searchBack(file: number, found: Transcript): void {
  let isCompacted = false
  for (const line of linesFromEnd(file)) {
    const entry = TELLING.test(line) ? parseObject(line) : null
    // A helper's words and window are its own.
    if (!entry || entry.isSidechain === true) continue
    found.message ??= messageOf(entry)
    // What was in use before the conversation was compacted is so no longer.
    isCompacted ||= entry.subtype === 'compact_boundary' || entry.type === 'compacted'
    if (!isCompacted) found.usedTokens ??= usedBy(entry)
    if (found.message !== null && (isCompacted || found.usedTokens !== null)) return
  }
}

/** Reads no more than MAX_BYTES; where they begin, a piece of a line may be what comes out last. */
function* linesFromEnd(file: number): Generator<string> {
  const { size } = fstatSync(file)
  const floor = Math.max(0, size - MAX_BYTES)
  let tail: Buffer[] = []
  for (let at = size; at > floor; ) {
    const from = Math.max(floor, at - BLOCK)
    const block = Buffer.allocUnsafe(at - from)
    let end = readSync(file, block, 0, block.length, from)
    at = from
    while (end > 0) {
      const newline = block.lastIndexOf(NEWLINE, end - 1)
      if (newline === -1) break
      yield Buffer.concat([block.subarray(newline + 1, end), ...tail]).toString()
      tail = []
      end = newline
    }
    tail.unshift(block.subarray(0, end))
  }
  yield Buffer.concat(tail).toString()
}

function messageOf(entry: JsonObject): string | null {
  const [message, kind] =
    entry.type === 'response_item'
      ? [asObject(entry.payload), 'output_text']
      : [asObject(entry.message), 'text']
  if (message?.role !== 'assistant') return null
  const texts = asObjects(message.content)
    .filter(({ type }) => type === kind)
    .map(({ text }) => asText(text) ?? '')
  const words = texts.join('\n')
  return words.trim() === '' ? null : words
}

function usedBy(entry: JsonObject): number | null {
  const payload = asObject(entry.payload)
  const used =
    payload?.type === 'token_count'
      ? // Here the input has what came from the cache in it.
        sumOf(asObject(asObject(payload.info)?.last_token_usage), ['input_tokens', 'output_tokens'])
      : sumOf(asObject(asObject(entry.message)?.usage), [...INPUT, 'output_tokens'])
  // What the host says in the assistant's name, such as an error, comes with zeros.
  return used || null
}

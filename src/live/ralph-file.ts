/** Relative to the project: no work of the session's, so it is left out of what is compared. */
export const RALPH_FILE = '.claude/ralph-loop.local.md'

/** The state file of Claude Code's own loop plugin, `.claude/ralph-loop.local.md`: either loop can go on with it. */
export interface RalphFile {
  active: boolean
  /** The one that is going on; the first is 1. */
  iteration: number
  /** 0: no limit. */
  maxIterations: number
  /** One line: it is compared by its words. */
  promise: string | null
  startedAt: string | null
  /** `null`: an older plugin wrote it, or one that did not know. */
  sessionId: string | null
  prompt: string
}

const EDGE = '---'

/** `null`: damaged. Nothing is guessed about how far a loop got. */
export function parseRalphFile(text: string): RalphFile | null {
  const lines = withPlainBreaks(text).split('\n')
  const end = lines.findIndex((line, at) => at > 0 && isEdge(line))
  if (!isEdge(lines[0]) || end === -1) return null
  const fields = lines.slice(1, end)
  const iteration = countIn(fields, 'iteration')
  const maxIterations = countIn(fields, 'max_iterations')
  if (iteration === null || maxIterations === null) return null
  return {
    active: fieldIn(fields, 'active') !== 'false',
    iteration,
    maxIterations,
    promise: textIn(fields, 'completion_promise'),
    startedAt: textIn(fields, 'started_at'),
    sessionId: textIn(fields, 'session_id'),
    prompt: promptIn(lines.slice(end + 1).join('\n')),
  }
}

/** Nothing is escaped: the plugin takes what is between the outer quotes as it stands, and so do we. */
export function formatRalphFile(file: RalphFile): string {
  return [
    EDGE,
    `active: ${file.active}`,
    `iteration: ${file.iteration}`,
    `max_iterations: ${file.maxIterations}`,
    `completion_promise: ${quoted(file.promise)}`,
    `started_at: ${quoted(file.startedAt)}`,
    // Without quotes, which the plugin would take for a part of it; and there if empty, so that it can fill it in.
    `session_id: ${oneLine(file.sessionId ?? '')}`,
    EDGE,
    '',
    `${file.prompt}\n`,
  ].join('\n')
}

/** The last one that was allowed has ended. */
export function isUsedUp({ iteration, maxIterations }: RalphFile): boolean {
  return maxIterations > 0 && iteration >= maxIterations
}

/** An editor that ends the first line with CRLF ended all of them so. In any other file CR belongs to the prompt. */
function withPlainBreaks(text: string): string {
  const plain = text.startsWith('\ufeff') ? text.slice(1) : text
  return plain.startsWith(`${EDGE}\r\n`) ? plain.replaceAll('\r\n', '\n') : plain
}

function isEdge(line: string | undefined): boolean {
  return line?.trimEnd() === EDGE
}

function fieldIn(fields: string[], name: string): string {
  const line = fields.find((each) => each.startsWith(`${name}:`)) ?? ''
  return line.slice(name.length + 1).trim()
}

function countIn(fields: string[], name: string): number | null {
  const field = fieldIn(fields, name)
  const count = Number(field)
  return /^\d+$/.test(field) && Number.isSafeInteger(count) ? count : null
}

function textIn(fields: string[], name: string): string | null {
  const field = fieldIn(fields, name)
  const inner = /^(["'])(.*)\1$/s.exec(field)?.[2]
  if (inner === undefined) return field === 'null' || field === '' ? null : field
  return inner.trim() === '' ? null : inner
}

/** One empty line before it and one line break after it are the file's, all else is the prompt's. */
function promptIn(body: string): string {
  const start = body.startsWith('\n') ? 1 : 0
  return body.endsWith('\n') ? body.slice(start, -1) : body.slice(start)
}

function quoted(text: string | null): string {
  return text === null ? 'null' : `"${oneLine(text)}"`
}

function oneLine(text: string): string {
  return text.replace(/\r\n|[\r\n]/g, ' ')
}

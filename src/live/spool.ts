import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentEvent } from '../agents/agent.ts'
import { asObject, asText } from '../agents/json-value.ts'
import { replaceCopy } from '../store/files.ts'
import type { Layout } from '../store/layout.ts'
import { type HookInput, readHookInput } from './hook-input.ts'
import { liveFolder, readSession } from './session.ts'

/** So much of one call is read: its file's head is what a rule needs. */
const MAX_BYTES = 2 * 1024 * 1024
const MAX_FILES = 5_000

export interface Spool {
  /** What the session's tools did since the last time, oldest first. */
  events: AgentEvent[]
  /** It is on record. What nobody's loop waits for goes too. */
  remove(): void
}

export function readSpool(layout: Layout, session: string): Spool {
  const all = eachOf(layout)
  const own = all.filter(({ input }) => input?.sessionId === session)
  return {
    events: own.flatMap(({ path, input }) => eventsOf(input!, path)),
    remove: () => {
      for (const { path, input } of all)
        if (input?.sessionId === session || !isWaitedFor(layout, input)) rmSync(path, { force: true })
    },
  }
}

/** When calls of the session's tools ended, as far as that is not on record yet. */
export function callEnds(folder: string, session: string): { id: string; at: number }[] {
  const spool = join(folder, 'spool')
  return namesIn(spool).flatMap((name) => {
    const path = join(spool, name)
    const text = textOf(path)
    // Read as text: the output of a tool may be long, and is not wanted here.
    const owner = /"session_id"\s*:\s*"([^"\\]*)"/.exec(text)?.[1]
    const id = /"tool_use_id"\s*:\s*"([^"\\]*)"/.exec(text)?.[1]
    const at = statSync(path, { throwIfNoEntry: false })?.mtimeMs
    return owner === session && id && at !== undefined ? [{ id, at }] : []
  })
}

function isWaitedFor(layout: Layout, input: HookInput | null): boolean {
  const owner = input?.sessionId ?? null
  return owner !== null && readSession(liveFolder(layout), owner) !== null
}

/** For a host that calls us for it: `plugin/hook.sh` does the same without us. */
export function addToSpool(layout: Layout, text: string): void {
  const name = `${String(Date.now()).padStart(15, '0')}-${process.pid}.json`
  replaceCopy(join(liveFolder(layout), 'spool', name), text)
}

function eachOf(layout: Layout): { path: string; input: HookInput | null }[] {
  const folder = join(liveFolder(layout), 'spool')
  return namesIn(folder).map((name) => {
    const path = join(folder, name)
    const text = textOf(path)
    return { path, input: readHookInput(text) ?? readHookInput(headOf(text)) }
  })
}

/** Of a call that was cut off for its length, what comes first says who made it, and with which tool. */
function headOf(text: string): string {
  const [, session] = /"session_id"\s*:\s*("[^"\\]*")/.exec(text) ?? []
  const [, tool] = /"tool_name"\s*:\s*("[^"\\]*")/.exec(text) ?? []
  return session && tool ? `{"session_id":${session},"tool_name":${tool}}` : ''
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
      .sort()
      .slice(0, MAX_FILES)
  } catch {
    return []
  }
}

function textOf(path: string): string {
  try {
    return statSync(path).size > MAX_BYTES ? '' : readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** As if it had come in an agent's stream. */
function eventsOf(input: HookInput, fallback: string): AgentEvent[] {
  const { toolName, toolInput, toolResponse, event } = input
  if (toolName === null) return []
  const id = input.toolUseId ?? fallback
  return [
    // A helper's to-do list is its own.
    {
      kind: 'tool-call',
      id,
      name: toolName,
      input: toolInput ?? {},
      ...(input.agentId ? { helper: true } : {}),
    },
    { kind: 'tool-result', id, isError: event === 'PostToolUseFailure', text: responseText(toolResponse) },
  ]
}

/** Commands have their output in two parts; the rest is told as it is. */
function responseText(response: unknown): string {
  const plain = asText(response)
  if (plain !== null) return plain
  const given = asObject(response)
  const parts = [asText(given?.stdout), asText(given?.stderr)].filter((part) => part)
  return parts.length > 0 ? parts.join('\n') : (JSON.stringify(response) ?? '')
}

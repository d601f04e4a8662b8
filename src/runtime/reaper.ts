import { setTimeout as sleep } from 'node:timers/promises'
import { createFamily, type Family } from './family.ts'
import { createLineSplitter } from './line-splitter.ts'
import { createProcessTable } from './process-table.ts'
import type { ReaperMessage } from './reaper-link.ts'
import { onSignals } from './signals.ts'
import { runPs } from './supervise.ts'
import { signal } from './sweep.ts'

/** The program `reaper.js`: its input is a pipe from the supervisor, and the pipe's end means that the supervisor is dead. */

const LOOK_MS = 250
const GIVE_UP_MS = 10_000
const MAX_MESSAGE_BYTES = 64 * 1024

const table = createProcessTable(runPs)
const families = new Map<string, Family>()
let looking: NodeJS.Timeout | null = null

function receive(line: string): void {
  const message = parse(line)
  if (message === null) return
  if ('unwatch' in message) families.delete(message.unwatch)
  else families.set(message.watch, createFamily(table, { ...message, marker: message.watch }))
  if (families.size > 0) looking ??= setInterval(lookAround, LOOK_MS)
  else if (looking !== null) {
    clearInterval(looking)
    looking = null
  }
}

/** Only the supervisor writes here; all that can be wrong is a last line that its death cut off. */
function parse(line: string): ReaperMessage | null {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** Who is known while its parents live is still known when they are gone. */
function lookAround(): void {
  for (const family of families.values()) family.look()
}

async function reap(): Promise<void> {
  const deadline = performance.now() + GIVE_UP_MS
  // A process may fork while we list; only two empty lists in a row mean that nobody is left.
  for (let empty = 0; empty < 2 && performance.now() < deadline; ) {
    const living = [...families.values()].flatMap((family) => family.lookAgain())
    for (const { pid } of living) signal(pid, 'SIGKILL')
    empty = living.length === 0 ? empty + 1 : 0
    await sleep(5)
  }
  process.exit(0)
}

onSignals(() => {})
const lines = createLineSplitter(MAX_MESSAGE_BYTES, receive)
process.stdin.on('data', lines.push)
process.stdin.on('error', reap)
process.stdin.on('end', () => {
  if (families.size === 0) process.exit(0)
  void reap()
})

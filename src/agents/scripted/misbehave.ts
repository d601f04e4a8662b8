import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Misbehaviour } from './scenario.ts'
import type { Stream } from './stream.ts'

const CHUNK = 'x'.repeat(64 * 1024)

/** What a bad agent does to its surroundings before it would give its result. */
export async function misbehave(bad: Misbehaviour, stream: Stream): Promise<void> {
  for (const command of bad.spawn) await startChild(command)
  if (bad.garbage) await garbage(stream)
  if (bad.flood_bytes > 0) await flood(bad.flood_bytes, stream)
  if (bad.long_line_bytes > 0) await longLine(bad.long_line_bytes, stream)
  if (bad.crash_signal) {
    process.kill(process.pid, bad.crash_signal)
    await forever()
  }
  if (bad.hang) await forever()
}

/** In a session of its own and holding our output open, as tools started by agents do. */
async function startChild(command: string): Promise<void> {
  const child = spawn('sh', ['-c', command], { detached: true, stdio: ['ignore', 'inherit', 'inherit'] })
  child.on('error', () => {})
  child.unref()
  // A command that ends in `&` is under way once its shell has gone.
  await Promise.race([once(child, 'exit'), sleep(200)])
}

async function garbage(stream: Stream): Promise<void> {
  await stream.raw(Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28, 0x0a]))
  await stream.raw('\u001b[31mnot json\u001b[0m\n{"type":"result","subtype":\n[]\nnull\n42\n')
  const euro = Buffer.from('"€"\n')
  await stream.raw(euro.subarray(0, 2))
  await stream.raw(euro.subarray(2))
}

async function flood(bytes: number, stream: Stream): Promise<void> {
  for (let left = bytes; left > 0; left -= CHUNK.length)
    await stream.raw(`${CHUNK.slice(0, Math.min(left, CHUNK.length) - 1)}\n`)
}

async function longLine(bytes: number, stream: Stream): Promise<void> {
  await stream.raw('{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"')
  for (let left = bytes; left > 0; left -= CHUNK.length) await stream.raw(CHUNK.slice(0, left))
  await stream.raw('"}]}}\n')
}

export async function forever(): Promise<never> {
  for (;;) await sleep(60_000)
}

import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { cannotWrite, errorCode } from './environment-error.ts'
import { randomToken, syncFolder, writeAtomic } from './files.ts'
import type { Layout } from './layout.ts'

const answerSchema = z.object({
  gate: z.string(),
  answer: z.string(),
  text: z.string().nullable(),
  by: z.string(),
})

const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answer'), answer: answerSchema }),
  z.object({ kind: z.literal('stop') }),
  z.object({ kind: z.literal('said'), text: z.string() }),
])

export type Answer = z.infer<typeof answerSchema>
type Message = z.infer<typeof messageSchema>
export type InboxItem = Message & { id: string }

const itemName = /^\d{15}-\d{6}-[0-9a-f]{16}\.json$/

let posted = 0

export function postAnswer(layout: Layout, run: string, answer: Answer): void {
  post(layout.inbox(run), { kind: 'answer', answer })
}

export function postStop(layout: Layout, run: string): void {
  post(layout.inbox(run), { kind: 'stop' })
}

/** What a person says to a live session while its checks run. */
export function postSaid(layout: Layout, run: string, text: string): void {
  post(layout.inbox(run), { kind: 'said', text })
}

/** Oldest first. An item stays until it is taken, so a crash before its event is in the log loses nothing. */
export function readInbox(layout: Layout, run: string): InboxItem[] {
  const folder = layout.inbox(run)
  const items: InboxItem[] = []
  for (const id of namesIn(folder)) {
    const message = readMessage(join(folder, id))
    if (message !== null) items.push({ ...message, id })
  }
  return items
}

/** Delete an item, once its event is in the log. */
export function takeItem(layout: Layout, run: string, id: string): void {
  if (!itemName.test(id)) throw new Error(`not an inbox item: ${JSON.stringify(id)}`)
  rmSync(join(layout.inbox(run), id), { force: true })
  syncFolder(layout.inbox(run))
}

/** The counter keeps the order of what one process posts within a millisecond. */
function post(folder: string, message: Message): void {
  posted = (posted + 1) % 1_000_000
  const time = String(Date.now()).padStart(15, '0')
  const name = `${time}-${String(posted).padStart(6, '0')}-${randomToken()}.json`
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw cannotWrite(folder, cause)
  }
  writeAtomic(join(folder, name), JSON.stringify(messageSchema.parse(message)))
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => itemName.test(name))
      .sort()
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}

function readMessage(path: string): Message | null {
  try {
    return messageSchema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data ?? null
  } catch {
    // Taken by another reader meanwhile, or not ours: neither is a message.
    return null
  }
}

import { contentText } from '../agents/claude-blocks.ts'
import { asObject, type JsonObject } from '../agents/json-value.ts'

/** What a line in the user's name is, if a person is behind it. `answered`: what the host itself said to a command. */
export type Prompt = { kind: 'words' | 'command'; text: string } | { kind: 'answered' | 'interrupted' }

const COMMAND = /<command-name>([^<]*)<\/command-name>/
const ARGUMENTS = /<command-args>([\s\S]*?)<\/command-args>/
/** Put into the conversation by the host. */
const HOST =
  /^\s*<(?:system-reminder|task-notification|bash-stdout|bash-input|user-memory-input|session-start-hook)\b/

export function promptOf(line: JsonObject): Prompt | null {
  if (line.isMeta === true || line.isCompactSummary === true || line.isVisibleInTranscriptOnly === true)
    return null
  const text = contentText(asObject(line.message)?.content)
  if (text.trim() === '' || HOST.test(text)) return null
  if (text.startsWith('<local-command-')) return { kind: 'answered' }
  if (text.startsWith('[Request interrupted by user')) return { kind: 'interrupted' }
  const name = COMMAND.exec(text)?.[1]
  if (name === undefined) return { kind: 'words', text }
  return { kind: 'command', text: `${name} ${ARGUMENTS.exec(text)?.[1] ?? ''}`.trim() }
}

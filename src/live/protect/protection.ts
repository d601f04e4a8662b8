import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asList, asNumber, asObject, asText, parseObject } from '../../agents/json-value.ts'
import { replaceCopy } from '../../store/files.ts'

/** What is known of the user's own work in the folder of a live session. */
export interface Protection {
  /** When the loop began, in milliseconds since the epoch. */
  started: number
  /** Where history ended then: what these lead to is not the session's. */
  tips: string[]
  /** HEAD then. */
  head: string | null
  /** Uncommitted files of the user's, each with what it held when that was last seen; `null`: not known. */
  theirs: Record<string, string | null>
  /** What a person was asked about last: allowed, it is the user's no more. */
  asked: { paths: string[]; at: number } | null
}

const NAME = 'protection.json'

/** `null`: this loop is not protected. */
export function readProtection(work: string): Protection | null {
  const path = join(work, NAME)
  const given = existsSync(path) ? parseObject(readFileSync(path, 'utf8')) : null
  const started = asNumber(given?.started)
  if (!given || started === null) return null
  const asked = asObject(given.asked)
  return {
    started,
    tips: textsIn(given.tips),
    head: asText(given.head),
    theirs: Object.fromEntries(
      Object.entries(asObject(given.theirs) ?? {}).map(([path, id]) => [path, asText(id)]),
    ),
    asked: asked && { paths: textsIn(asked.paths), at: asNumber(asked.at) ?? 0 },
  }
}

export function saveProtection(work: string, protection: Protection): void {
  replaceCopy(join(work, NAME), `${JSON.stringify(protection)}\n`)
}

function textsIn(value: unknown): string[] {
  return asList(value).flatMap((each) => asText(each) ?? [])
}

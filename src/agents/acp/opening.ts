import { VERSION } from '../../version.ts'
import { asObject, type JsonObject } from '../json-value.ts'
import { requestLine } from './wire.ts'

export const PROTOCOL = 1

/** The first line, said before the agent has said anything. We lend it neither our files nor a terminal. */
export function greeting(): string {
  const clientCapabilities = { fs: { readTextFile: false, writeTextFile: false }, terminal: false }
  const clientInfo = { name: 'wiggum', title: 'wiggum', version: VERSION }
  return requestLine(0, 'initialize', { protocolVersion: PROTOCOL, clientCapabilities, clientInfo })
}

/** The method that goes on with an earlier session. `null`: it has none. */
export function wayToReopen(capabilities: JsonObject | null): string | null {
  if (capabilities?.loadSession === true) return 'session/load'
  return asObject(asObject(capabilities?.sessionCapabilities)?.resume) ? 'session/resume' : null
}

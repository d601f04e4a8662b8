import { asObject } from '../../agents/json-value.ts'
import { EXIT, Problem } from '../../runtime/problem.ts'
import { bytesAt } from './file-changes.ts'

export type Settings = Record<string, unknown>

export function settingsIn(path: string, bytes: Buffer): Settings {
  const settings = asObject(valueIn(path, bytes.toString('utf8')))
  if (settings === null) throw wrongSettings(path, 'holds no JSON object')
  return settings
}

/** Of a file that is only looked at: what cannot be read says nothing. */
export function settingsAt(path: string): Settings {
  try {
    const bytes = bytesAt(path)
    return bytes === null ? {} : settingsIn(path, bytes)
  } catch {
    return {}
  }
}

function valueIn(path: string, text: string): unknown {
  // Empty is what an editor or `touch` may have left.
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw wrongSettings(path, `is not valid JSON (${(cause as Error).message})`)
  }
}

export function wrongSettings(path: string, what: string): Problem {
  return new Problem(EXIT.usage, `${path} ${what}`, 'Put it right first; nothing was changed.')
}

/** In the manner of the file that was there: its indent, its line ends, and whether the last line has one. */
export function printSettings(settings: Settings, like: Buffer | null): Buffer {
  const model = like?.toString('utf8') ?? ''
  const isOneLine = !/\S.*\n\s*\S/.test(model) && !/^\s*(\{\s*\})?\s*$/.test(model)
  const indent = isOneLine ? '' : (/\n([ \t]+)\S/.exec(model)?.[1] ?? '  ')
  const text = `${JSON.stringify(settings, null, indent)}${model === '' || model.endsWith('\n') ? '\n' : ''}`
  return Buffer.from(model.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text)
}

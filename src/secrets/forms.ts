import { isSecretName } from './names.ts'
import { isPlainValue } from './plain-value.ts'

/** One way in which a secret may stand in a text. */
export interface Form {
  text: string
  /** A piece of it this long is enough; all of it where that is its length. */
  least: number
  /** At either end a character may hold a few bits more of it. */
  encoded: boolean
}

const SHORTEST = 8
const PIECE = 16
const ENCODED_PIECE = 20
const MAX_VALUE = 64 * 1024

/** A secret, where it is said to be one: its text, and the parts that are secret by themselves. */
export function formsOfValue(value: string): Form[] {
  const text = value.trim()
  if (text.length > MAX_VALUE || text.length < SHORTEST) return []
  const lines = text.split(/\r?\n|\\n/).map((line) => line.trim())
  const parts = [...(text.includes('\\n') ? [text.replaceAll('\\n', '\n')] : []), ...passwordsIn(text)]
  return [
    ...formsOf(text),
    ...unique(parts).flatMap(formsOf),
    // Where all of it is encoded, its lines are no longer to be seen.
    ...(lines.length > 1 ? unique(keyLines(lines)).flatMap(plainForms) : []),
    ...leavesOf(text).flatMap(formsOfValue),
  ]
}

function unique(parts: string[]): string[] {
  return [...new Set(parts)].filter((part) => !isPlainValue(part))
}

/** The header and the footer of a key are the same for everybody. */
function keyLines(lines: string[]): string[] {
  return lines.filter((line) => line.length >= SHORTEST && !line.startsWith('-----') && !/[\s{}"]/.test(line))
}

/** Of an address. It may stand there percent-encoded. */
function passwordsIn(text: string): string[] {
  const [, password] = /^[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/?#:@]*:([^\s/]+)@/i.exec(text) ?? []
  return password === undefined ? [] : [password, decoded(password)]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Credentials are often a JSON document: what is secret in it by its names. */
function leavesOf(text: string): string[] {
  if (!text.startsWith('{')) return []
  try {
    return secretLeaves(JSON.parse(text), '')
  } catch {
    return []
  }
}

function secretLeaves(value: unknown, name: string): string[] {
  if (typeof value === 'string') return isSecretName(name) && !isPlainValue(value) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) => secretLeaves(each, Array.isArray(value) ? name : key))
}

/** Every way a secret is written in which it is known again. */
function formsOf(secret: string): Form[] {
  const bytes = Buffer.from(secret)
  const hex = bytes.toString('hex')
  const encoded = [...base64Of(bytes), hex, hex.toUpperCase()]
  return [
    ...plainForms(secret),
    ...[...new Set(encoded)].map((text) => ({
      text,
      least: Math.min(ENCODED_PIECE, text.length),
      encoded: true,
    })),
  ]
}

function plainForms(secret: string): Form[] {
  // Its lines are secrets themselves, however they are joined.
  if (/[\r\n]/.test(secret)) return []
  const bytes = Buffer.from(secret)
  const json = JSON.stringify(secret).slice(1, -1)
  const plain = [
    secret,
    // As a raw stream has it, byte for byte.
    bytes.toString('latin1'),
    json,
    JSON.stringify(json).slice(1, -1),
    escaped(json),
    ...percent(secret),
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  ]
  const inPieces = isRandom(secret)
  const texts = [...new Set(plain)]
  return texts.map((text) => ({
    text,
    least: inPieces ? Math.min(PIECE, text.length) : text.length,
    encoded: false,
  }))
}

/** As programs write JSON that keep to ASCII. */
function escaped(json: string): string {
  return json.replace(/[^ -~]|[<>&]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function percent(secret: string): string[] {
  // Half of a character that takes two cannot be encoded.
  const whole = Buffer.from(secret).toString('utf8')
  const component = encodeURIComponent(whole)
  const strict = component.replace(/[!'()*~]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
  // Some encode whatever is no letter and no digit.
  const strictest = strict.replace(/[._-]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
  const all = [component, strict, strictest, encodeURI(whole)].flatMap((each) => [
    each,
    each.replaceAll('%20', '+'),
  ])
  return all.flatMap((each) => [each, each.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())])
}

/** At each of the three places within a group of three bytes that it can begin at: the characters that are its own alone. */
function base64Of(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const from = Math.ceil((before * 8) / 6)
    const own = text.slice(from, Math.floor(((before + bytes.length) * 8) / 6))
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

/** Whether a piece of it would not be met anywhere else. */
function isRandom(text: string): boolean {
  if (text.length < PIECE || /\s|:\/\//.test(text) || text.startsWith('eyJ')) return false
  return /\d/.test(text) && /[A-Za-z]/.test(text) && new Set(text).size >= 10
}

import { createHash } from 'node:crypto'
import { redactor } from './known.ts'
import type { Found } from './scan.ts'
import { keyBody, PRIVATE_KEY } from './token-rules.ts'

/** A secret that commits bring along. Nothing of it is in here but what it is known by. */
export interface AddedSecret {
  file: string
  line: number | null
  kind: string
  /** `$NAME` of the variable, else the beginning of a digest. */
  id: string
}

/** The same, with its text: for looking into the base, and not to be kept. */
export interface SeenSecret extends AddedSecret {
  text: string
}

/** Added lines that stand together, a name, a message. */
interface Block {
  file: string
  /** Of its first line; `null`: not a place in a file. */
  line: number | null
  text: string
}

const DIGEST = 16

/** In what `git log --patch` says, with each commit's message between two marks. */
export function secretsInLog(log: string, mark: string): SeenSecret[] {
  const known = new Map<string, SeenSecret>()
  for (const block of blocksOf(log, mark)) {
    const seen = redactor().find(block.text)
    // Two bytes a character: half of them are zero.
    const wide = block.text.includes('\0') ? block.text.replaceAll('\0', '') : null
    const all = [
      ...seen.map((found) => seenIn(block, block.text, found)),
      ...(wide === null
        ? []
        : redactor()
            .find(wide)
            .map((found) => seenIn(block, wide, found))),
    ]
    for (const secret of all) {
      const key = `${secret.file} ${secret.id}`
      if (!known.has(key)) known.set(key, secret)
    }
  }
  return [...known.values()]
}

function seenIn({ file, line }: Block, text: string, { start, end, kind }: Found): SeenSecret {
  const secret = text.slice(start, end)
  const before = text.slice(0, start).split('\n').length - 1
  const whose = variableOf(kind, secret)
  return {
    file,
    line: line === null ? null : line + before,
    kind: whose,
    id: idOf(whose, secret),
    text: secret,
  }
}

/** A key is told by its header before its lines are: whose it is says more. */
function variableOf(kind: string, secret: string): string {
  if (kind !== PRIVATE_KEY) return kind
  const lines = redactor().find(secret.slice(1))
  return lines.find((line) => line.kind.startsWith('the value of '))?.kind ?? kind
}

function idOf(kind: string, secret: string): string {
  const [, name] = /^the value of (\$.+)$/.exec(kind) ?? []
  if (name !== undefined) return name
  const text = kind === PRIVATE_KEY ? keyBody(secret).replaceAll('=', '') : secret
  return `sha256:${createHash('sha256').update(text).digest('hex').slice(0, DIGEST)}`
}

/** The log's text is one character a byte. */
function* blocksOf(log: string, mark: string): Generator<Block> {
  let file = ''
  let line = 0
  let added: string[] = []
  let commit: { id: string; message: string[] } | null = null
  let inHunk = false
  const lines = log.split('\n')
  for (const each of lines) {
    if (added.length > 0 && !each.startsWith('+')) {
      yield { file, line: line - added.length, text: added.join('\n') }
      added = []
    }
    if (each.startsWith(mark)) {
      inHunk = false
      if (commit)
        yield { file: `commit ${commit.id.slice(0, 10)}`, line: null, text: commit.message.join('\n') }
      commit = commit ? null : { id: each.slice(mark.length + 1), message: [] }
    } else if (commit) commit.message.push(each)
    else if (each.startsWith('diff --git ')) {
      inHunk = false
      file = nameOf(each.slice(each.lastIndexOf(' b/') + 3))
      yield { file, line: null, text: each.slice('diff --git '.length) }
    } else if (each.startsWith('@@ ')) {
      inHunk = true
      line = Number(/\+(\d+)/.exec(each)?.[1] ?? 1)
    } else if (inHunk && each.startsWith('+')) {
      added.push(each.slice(1))
      line++
    }
  }
  if (added.length > 0) yield { file, line: line - added.length, text: added.join('\n') }
}

function nameOf(bytes: string): string {
  return Buffer.from(bytes.replace(/^"|"$/g, ''), 'latin1').toString('utf8')
}

/** What a person said is none: a path, with `*` and `**`, the name of a variable, or a digest. */
export function isIgnored({ file, id }: AddedSecret, ignored: string[]): boolean {
  return ignored.some((entry) => {
    if (entry.startsWith('$')) return entry === id
    if (entry.startsWith('sha256:')) return id.startsWith('sha256:') && entry.startsWith(id)
    return globOf(entry).test(file)
  })
}

function globOf(pattern: string): RegExp {
  const parts = pattern.split(/(\*\*\/|\*\*|\*|\?)/).map((part) => {
    if (part === '**/') return '(?:[^/]+/)*'
    if (part === '**') return '.*'
    if (part === '*') return '[^/]*'
    return part === '?' ? '[^/]' : part.replace(/[.+^${}()|[\]\\]/g, '\\$&')
  })
  return new RegExp(`^${parts.join('')}$`)
}

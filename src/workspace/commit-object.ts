import { bytesAbout, gitLine } from './git.ts'

export interface Signature {
  name: string
  email: string
  /** Seconds since the epoch. Given, never the clock, so that a commit built again is the same commit. */
  at: number
}

export interface CommitDraft {
  tree: string
  parents: string[]
  /** Bytes are another commit's line, taken over as it is. */
  author: Signature | Buffer
  committer: Signature | Buffer
  message: string | Buffer
  encoding?: string
}

interface CommitFacts {
  tree: string
  parents: string[]
  author: Buffer
  committer: Buffer
  /** Seconds since the epoch. */
  committed: number
  encoding: string | null
  message: Buffer
}

/** Written as an object, not by `commit-tree`, which reads the clock, the environment and the configuration. */
export async function writeCommit(gitDir: string, draft: CommitDraft): Promise<string> {
  const header = [`tree ${draft.tree}\n`, ...draft.parents.map((parent) => `parent ${parent}\n`)].join('')
  const encoding = draft.encoding === undefined ? '' : `encoding ${draft.encoding}\n`
  const input = Buffer.concat([
    Buffer.from(`${header}author `),
    signatureBytes(draft.author),
    Buffer.from('\ncommitter '),
    signatureBytes(draft.committer),
    Buffer.from(`\n${encoding}\n`),
    Buffer.isBuffer(draft.message) ? draft.message : Buffer.from(draft.message),
  ])
  return gitLine(gitDir, ['hash-object', '-t', 'commit', '-w', '--stdin'], { input })
}

export async function readCommit(gitDir: string, commit: string): Promise<CommitFacts> {
  const bytes = await bytesAbout([commit], gitDir, ['cat-file', 'commit', commit])
  const end = bytes.indexOf('\n\n')
  // latin1 keeps every byte, whatever encoding the commit claims.
  const lines = bytes.subarray(0, end).toString('latin1').split('\n')
  const values = (key: string) =>
    lines.filter((line) => line.startsWith(`${key} `)).map((line) => line.slice(key.length + 1))
  return {
    tree: values('tree')[0] ?? '',
    parents: values('parent'),
    author: Buffer.from(values('author')[0] ?? '', 'latin1'),
    committer: Buffer.from(values('committer')[0] ?? '', 'latin1'),
    committed: secondsOf(values('committer')[0] ?? ''),
    encoding: values('encoding')[0] ?? null,
    message: bytes.subarray(end + 2),
  }
}

export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}

export const SUPERVISOR = { name: 'wiggum', email: 'wiggum@localhost' }

function signatureBytes(signature: Signature | Buffer): Buffer {
  return Buffer.isBuffer(signature) ? signature : Buffer.from(signatureLine(signature))
}

function signatureLine({ name, email, at }: Signature): string {
  return `${bare(name) || 'unknown'} <${bare(email)}> ${Math.max(0, Math.floor(at))} +0000`
}

function bare(text: string): string {
  return oneLine(text.replace(/[<>]/g, ''))
}

function secondsOf(line: string): number {
  const match = /> (\d+) [+-]\d{4}$/.exec(line)
  return match ? Number(match[1]) : 0
}

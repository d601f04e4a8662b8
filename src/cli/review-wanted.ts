import { readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { EXIT, Problem } from '../runtime/problem.ts'
import type { Wanted } from '../runtime/review-subject.ts'
import { errorCode } from '../store/environment-error.ts'
import { type Call, flag, text } from './command.ts'

/** A patch beyond this is no change that anybody reviews. */
const MAX_PATCH_BYTES = 64 * 1024 * 1024
const STDIN = '-'

/** What the command line asks to have reviewed: one thing. */
export async function reviewWanted(call: Call): Promise<Wanted> {
  const [range] = call.args
  const diff = text(call, 'diff')
  const all = [
    range !== undefined ? `the range ${range}` : '',
    flag(call, 'staged') ? '--staged' : '',
    flag(call, 'workingTree') ? '--working-tree' : '',
    diff !== null ? '--diff' : '',
  ].filter(Boolean)
  if (all.length > 1)
    throw new Problem(EXIT.usage, `${all.join(' and ')} are two different changes`, 'Review one at a time.')
  if (range !== undefined) return { kind: 'range', text: range }
  if (flag(call, 'staged')) return { kind: 'staged' }
  if (flag(call, 'workingTree')) return { kind: 'working-tree' }
  if (diff !== null) return patchFrom(diff, call.cwd)
  return { kind: 'branch' }
}

async function patchFrom(file: string, cwd: string): Promise<Wanted> {
  const name = file === STDIN ? 'on standard input' : basename(file)
  const patch = file === STDIN ? await readStdin() : readPatch(resolve(cwd, file))
  if (patch.length > MAX_PATCH_BYTES)
    throw new Problem(EXIT.usage, `The patch ${name} is larger than 64 MiB`, 'Review it in parts.')
  return { kind: 'patch', name, patch }
}

function readPatch(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    const why = errorCode(error) === 'ENOENT' ? 'There is no file' : 'Cannot read'
    throw new Problem(EXIT.usage, `${why} ${path}`, 'Name a patch, as `git diff` writes it.', {
      cause: error,
    })
  }
}

async function readStdin(): Promise<Buffer> {
  if (process.stdin.isTTY)
    throw new Problem(
      EXIT.usage,
      '--diff - reads standard input',
      'Pipe a patch in: git diff | wiggum review --diff -.',
    )
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of process.stdin) {
    chunks.push(Buffer.from(chunk))
    size += chunk.length
    if (size > MAX_PATCH_BYTES) break
  }
  return Buffer.concat(chunks)
}

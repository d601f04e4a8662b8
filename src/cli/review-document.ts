import { resolve } from 'node:path'
import type { RunState } from '../core/state.ts'
import { reviewMarkdown } from '../report/review-markdown.ts'
import { reviewResult } from '../report/review-result.ts'
import { emptySarif, sarifLog } from '../report/sarif.ts'
import { EXIT, Problem } from '../runtime/problem.ts'
import { refuseUnwritable, writeAtomic } from '../store/files.ts'
import { type Call, text } from './command.ts'

type Format = 'md' | 'sarif' | 'json'

/** Where the result goes besides the screen; `null`: nowhere. */
export interface Document {
  format: Format
  /** `null`: to standard output, with nothing else there. */
  output: string | null
}

const ENDINGS: [string, Format][] = [
  ['.sarif', 'sarif'],
  ['.json', 'json'],
  ['.md', 'md'],
]

/** Whoever asks for a file that cannot be written is told before anybody is called and paid. */
export function documentOf(call: Call): Document | null {
  const output = text(call, 'output')
  // Commander lets only these through.
  const format = text(call, 'format') as Format | null
  if (format === null && output === null) return null
  if (output === '') throw new Problem(EXIT.usage, '--output has no name', 'Name a file: --output review.md.')
  if (call.json && output === null)
    throw new Problem(
      EXIT.usage,
      '--json and --format both want standard output',
      'Name a file for the other with --output.',
    )
  const path = output && resolve(call.cwd, output)
  if (path) refuseUnwritable(path)
  return { format: format ?? formatOf(output ?? ''), output: path }
}

function formatOf(output: string): Format {
  return ENDINGS.find(([ending]) => output.endsWith(ending))?.[1] ?? 'md'
}

/** A finished review. */
export function reviewText({ format }: Document, state: RunState, repositoryUri: string | null): string {
  if (format === 'md') return reviewMarkdown(state)
  const data = format === 'sarif' ? sarifLog(state, repositoryUri) : reviewResult(state)
  return `${JSON.stringify(data, null, 2)}\n`
}

/** There was nothing to review: whoever waits for a file gets one that says so. */
export function nothingText({ format }: Document, what: string): string {
  if (format === 'md') return `# Nothing to review\n\n${what}.\n`
  const data = format === 'sarif' ? emptySarif() : { approved: true, reviewers: [], findings: [] }
  return `${JSON.stringify(data, null, 2)}\n`
}

export function hand(call: Call, { output }: Document, body: string): void {
  if (output === null) call.out(body.trimEnd())
  else writeAtomic(output, body)
}

import { realpathSync } from 'node:fs'
import { extname, resolve } from 'node:path'
import { EXIT, Problem } from '../runtime/problem.ts'
import { type Call, text } from './command.ts'
import { whole } from './flag-values.ts'
import { sinceOf } from './since.ts'

export interface DiagnoseWish {
  since: number | null
  /** The folder as it was named, and as it really is. */
  project: string[] | null
  format: string | null
  maxSteps: number | null
  limit: number
  output: { path: string; form: 'html' | 'json' } | null
}

const LIMIT = 10

/** What was asked for, or one sentence about what is wrong with it. `formats`: those that there are. */
export function diagnoseWish(call: Call, formats: readonly string[]): DiagnoseWish {
  return {
    since: sinceOf(text(call, 'since'), Date.now()),
    project: projectOf(call),
    format: formatOf(call, formats),
    maxSteps: whole(text(call, 'maxSteps'), '--max-steps'),
    limit: whole(text(call, 'limit'), '--limit') ?? LIMIT,
    output: outputOf(call),
  }
}

function formatOf(call: Call, formats: readonly string[]): string | null {
  const format = text(call, 'format')
  if (format === null || formats.includes(format)) return format
  throw new Problem(EXIT.usage, `--format does not know "${format}"`, `There are ${formats.join(', ')}.`)
}

/** A transcript may be older than its folder, so that the folder need not be there any more. */
function projectOf(call: Call): string[] | null {
  const named = text(call, 'project')
  if (named === null) return null
  if (named === '') throw new Problem(EXIT.usage, '--project has no name', 'Name a folder: --project .')
  const path = resolve(call.cwd, named)
  try {
    return [...new Set([path, realpathSync(path)])]
  } catch {
    return [path]
  }
}

function outputOf(call: Call): DiagnoseWish['output'] {
  const named = text(call, 'output')
  if (named === null) return null
  const ending = extname(named).toLowerCase()
  const form = ending === '.json' ? 'json' : ending === '.html' || ending === '.htm' ? 'html' : null
  if (form !== null) return { path: resolve(call.cwd, named), form }
  throw new Problem(
    EXIT.usage,
    `--output writes .html or .json, not "${named}"`,
    'Name a file: --output diagnosis.html.',
  )
}

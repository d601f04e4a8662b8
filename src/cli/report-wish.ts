import { extname } from 'node:path'
import { EXIT, Problem } from '../runtime/problem.ts'
import { type Call, flag, text } from './command.ts'

export type ReportFormat = 'md' | 'html' | 'json' | 'terminal'

export interface ReportWish {
  format: ReportFormat
  output: string | null
  watch: boolean
}

const BY_ENDING: Record<string, ReportFormat> = {
  '.md': 'md',
  '.markdown': 'md',
  '.html': 'html',
  '.htm': 'html',
  '.json': 'json',
}

/** What was asked for, or one sentence about what does not go together. */
export function reportWish(call: Call, isTerminal: boolean): ReportWish {
  const output = text(call, 'output')
  const watch = flag(call, 'watch')
  const format = formatOf(call, output, isTerminal)
  if (output === '')
    throw new Problem(EXIT.usage, '--output has no name', 'Name a file: --output report.html.')
  if (watch && output === null && format === 'html')
    throw new Problem(
      EXIT.usage,
      '--watch cannot show HTML on a screen',
      'Name a file: --output report.html.',
    )
  if (watch && output === null && format === 'json')
    throw new Problem(
      EXIT.usage,
      '--watch shows a run to people, not to programs',
      'Name a file (--output report.json), or read the events: wiggum run --json.',
    )
  return { format, output, watch }
}

function formatOf(call: Call, output: string | null, isTerminal: boolean): ReportFormat {
  const asked = text(call, 'format') as ReportFormat | null
  if (call.json && asked !== null && asked !== 'json')
    throw new Problem(
      EXIT.usage,
      `--json and --format ${asked} contradict each other`,
      'Leave one of them out.',
    )
  if (call.json) return 'json'
  if (asked !== null) return asked
  if (output !== null) return BY_ENDING[extname(output).toLowerCase()] ?? 'md'
  return isTerminal ? 'terminal' : 'md'
}

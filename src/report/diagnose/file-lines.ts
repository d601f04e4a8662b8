import type { DiagnosedFile, Diagnosis } from '../../diagnose/diagnosis.ts'
import { bytesWords } from '../bytes.ts'
import { oneLine } from '../words.ts'
import { count } from './headline.ts'

const NAMES = 5

/** What was read, of which kinds, and what of it could not be. */
export function fileLines({ files, left_out }: Diagnosis, limit: number): string[] {
  const kinds = new Map<string, number>()
  for (const { format } of files) kinds.set(format ?? 'unknown', (kinds.get(format ?? 'unknown') ?? 0) + 1)
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const guessed = files.some((file) => file.guessed) ? ' (guessed from their content)' : ''
  const named = [...kinds].map(([name, number]) => (kinds.size === 1 ? name : `${number} ${name}`)).join(', ')
  const troubled = files.filter(({ problems }) => problems.length > 0)
  const lines = troubled.slice(0, limit).map(problemLine)
  const more = troubled.length - lines.length
  return [
    `${count(files.length, 'file')}, ${bytesWords(bytes)}: ${named || 'nothing'}${guessed}`,
    ...(left_out > 0 ? [`${count(left_out, 'run')} left out by --since or --project`] : []),
    ...lines,
    ...(more > 0
      ? [`and ${count(more, 'more file')} with something that could not be read; --json has all`]
      : []),
  ]
}

function problemLine({ path, problems }: DiagnosedFile): string {
  const sum = (kind: 'torn' | 'unknown') =>
    problems.filter((each) => each.kind === kind).reduce((all, each) => all + each.count, 0)
  const counts = [
    sum('torn') > 0 ? `${sum('torn')} torn` : '',
    sum('unknown') > 0 ? `${sum('unknown')} unknown` : '',
  ].filter(Boolean)
  const names = problems
    .slice(0, NAMES)
    .map(({ what, count: times }) => (times > 1 ? `${what} (${times} times)` : what))
  const more = problems.length > NAMES ? `; and ${problems.length - NAMES} more` : ''
  return oneLine(`${path}: ${counts.join(', ')}: ${names.join('; ')}${more}`, 600)
}

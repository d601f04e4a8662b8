import type { Story } from './explain-run.ts'
import { oneLine, plural } from './words.ts'

/** Longest line that agents' words may make. */
const LONG = 300
/** More than these nobody reads on a screen; the report has them all. */
const MANY = 12

/** The story as lines. Everything agents wrote is one line each, without control bytes. */
export function storyLines(story: Story): string[] {
  const { exit_code, status, reason, means, evidence } = story.ended
  const code = exit_code === null ? '' : ` (exit code ${exit_code})`
  return [
    `Run ${story.run_id}: ${status}${code}`,
    ...section('What was asked', [story.task, ...story.asked]),
    ...section('What happened', story.happened),
    ...section('What was seen', story.seen, 'no rule saw anything amiss'),
    ...section('What was tried', story.tried, 'nothing had to be put right'),
    ...section('What it cost', [story.cost.text]),
    ...section(exit_code === null ? 'Where it stands' : 'Why it ended', [
      reason,
      ...(means ? [`That is: ${means}`] : []),
      ...evidence.map((line) => `seen: ${line}`),
    ]),
    ...section('What is still open', story.open),
    ...section(
      'What to do now',
      story.next.map(({ why, command }) => (command ? `${why}: ${command}` : why)),
    ),
  ]
}

function section(title: string, lines: string[], nothing = ''): string[] {
  const shown = lines.length > 0 ? lines : nothing ? [nothing] : []
  if (shown.length === 0) return []
  const more = shown.length > MANY ? [`  … and ${plural(shown.length - MANY, 'more line')}`] : []
  return ['', title, ...shown.slice(0, MANY).map((line) => `  ${oneLine(line, LONG)}`), ...more]
}

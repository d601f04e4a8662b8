/** Where a pass stands, as far as the log knows. */
interface Standing {
  task: string
  pass: number
  todos: { content: string; status: string }[]
  /** What was done besides the list: files, ended passes. */
  done: string[]
  /** What is known to be open besides the list. */
  open: string[]
  /** What the pass is for, where the list names nothing that is under way. */
  focus: string
}

const MAX_TASK = 2_000
const MAX_LINE = 300
const MAX_LINES = 20

/** The checkpoint document: headings as whoever reads these documents expects them. */
export function checkpointDocument({ task, pass, todos, done, open, focus }: Standing): string {
  const by = (status: string) => todos.filter((todo) => todo.status === status).map(({ content }) => content)
  const [completed, current] = [by('completed'), by('in_progress')]
  const pending = todos
    .filter(({ status }) => status !== 'completed' && status !== 'in_progress')
    .map(({ content }) => content)
  const next = current[0] ?? pending[0] ?? focus
  return [
    '## Wiggum Loop Checkpoint',
    [
      `**Task**: ${line(task, MAX_TASK)}`,
      `**Current Pass**: ${pass}`,
      `**Todos Status**: ${completed.length} completed, ${current.length} in progress, ${pending.length} pending`,
    ].join('\n'),
    section('Completed Work', [...completed, ...done]),
    section('In Progress', current.length > 0 ? current : [focus]),
    section('Remaining', [...pending, ...open]),
    '## Next Steps After Restart',
    [
      `1. Go on with pass ${pass} of the loop`,
      `2. Take up: ${line(next, MAX_LINE)}`,
      `3. Then do what remains: ${pending.length + open.length} open`,
    ].join('\n'),
  ].join('\n\n')
}

function section(heading: string, items: string[]): string {
  const shown = items.slice(0, MAX_LINES).map((item) => `- ${line(item, MAX_LINE)}`)
  const more = items.length > MAX_LINES ? [`- and ${items.length - MAX_LINES} more`] : []
  const lines = items.length === 0 ? ['- nothing'] : [...shown, ...more]
  return `### ${heading}\n${lines.join('\n')}`
}

/** One line each: what an agent wrote must not look like a heading of ours. */
function line(text: string, max: number): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim()
  return flat.length > max ? `${flat.slice(0, max)}…` : flat
}

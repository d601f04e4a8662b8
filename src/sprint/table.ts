import { duration, money, oneLine } from '../report/words.ts'
import type { TaskView } from './view.ts'

const HEAD = ['id', 'task', 'status', 'run', 'cost', 'time']

/** One row a task; what is not known is a dash. */
function taskRows(tasks: TaskView[]): string[][] {
  return tasks.map(({ task, end, waits }) => [
    oneLine(task.id, 64),
    shortened(oneLine(task.task, 500), 40),
    `${task.status ?? 'pending'}${waits ? ' (waits)' : ''}`,
    task.run ?? '-',
    end ? money(end.spend.usd, end.unknown_calls > 0) : '-',
    end ? duration(end.took_ms) : '-',
  ])
}

/** For a screen: columns as wide as they need to be. */
export function tableLines(tasks: TaskView[]): string[] {
  const rows = [HEAD, ...taskRows(tasks)]
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  )
}

function shortened(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text
}

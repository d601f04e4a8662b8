import { columns, shortened } from '../report/columns.ts'
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

export function tableLines(tasks: TaskView[]): string[] {
  return columns([HEAD, ...taskRows(tasks)])
}

import { EnvironmentError } from '../../store/environment-error.ts'
import { effect, type RunContext, record } from '../context.ts'
import { Problem } from '../problem.ts'

interface QueueTask {
  signal: string
  shadow: string
  task: string
}

/** A task for a later run. The run that asks for it names it, so that it is there once. Never a reason not to land. */
export async function performQueueTask(context: RunContext, wish: QueueTask): Promise<void> {
  const { signal, shadow } = wish
  const id = `cleanup-${context.state.runId}`.slice(0, 64)
  const problem = await effect(context, 'queue', () => putInQueue(context, { id, task: wish.task }))
  const text =
    problem === null
      ? `queued as ${id} in .wiggum/queue.json; work on it with: wiggum sprint`
      : `a cleanup task could not be queued (${problem}):\n${wish.task}`
  record(context, {
    type: 'correction.applied',
    data: { signal, shadow, layer: 'system', rung: 'correct', step: null, attempt: null, text },
  })
}

/** `null`, or why it could not be. */
async function putInQueue(
  { layout }: RunContext,
  task: { id: string; task: string },
): Promise<string | null> {
  const [{ changeQueue }, { sprintPlace }] = await Promise.all([
    import('../../sprint/queue-file.ts'),
    import('../../sprint/place.ts'),
  ])
  try {
    await changeQueue(
      sprintPlace(layout, layout.root, null),
      (tasks) => (tasks.some(({ id }) => id === task.id) ? tasks : [...tasks, task]),
      { tasks: [], plain: false },
    )
    return null
  } catch (error) {
    if (error instanceof Problem || error instanceof EnvironmentError) return error.message
    throw error
  }
}

import type { AgentEvent } from '../../src/agents/agent.ts'
import { type Diagnosis, diagnoseRun } from '../../src/diagnose/diagnose-run.ts'
import type { DiagnosedRun } from '../../src/diagnose/diagnosed-run.ts'
import type { ImportedHead } from '../../src/import/importer.ts'
import { priceOf } from '../../src/policy/prices-lookup.ts'
import type { Step } from '../../src/steps/step.ts'
import { createStepper } from '../../src/steps/stepper.ts'
import type { Detection, Watch } from '../../src/trace/watch.ts'

const HEAD: ImportedHead = {
  id: 'run-1',
  agent: 'claude',
  model: null,
  cwd: '/home/me/app',
  task: 'Fix the date parser',
  resolved: null,
  maxSteps: null,
  writes: null,
}

type Call = [name: string, input: unknown, result: string | { text: string; isError: boolean }]

/** Agent steps as the stepper makes them of calls. */
export function stepsOf(calls: Call[]): Step[] {
  const stepper = createStepper({ root: '/home/me/app' })
  const at = '2026-11-01T10:00:00.000Z'
  const events = calls.flatMap(([name, input, result], index): AgentEvent[] => {
    const { text, isError } = typeof result === 'string' ? { text: result, isError: false } : result
    const id = String(index)
    return [
      { kind: 'tool-call', id, name, input },
      { kind: 'tool-result', id, isError, text },
    ]
  })
  return [...events.flatMap((event) => stepper.take(event, at)), ...stepper.end()]
}

export const read = (path: string): Call => ['Read', { file_path: `/home/me/app/${path}` }, 'some text']
export const edit = (path: string, to: string): Call => [
  'Edit',
  { file_path: `/home/me/app/${path}`, old_string: 'a', new_string: to },
  'The file has been updated.',
]
export const shell = (command: string, result: Call[2] = ''): Call => ['Bash', { command }, result]

/** A watch that says what it is told to say, at the steps it is told. */
export function watchSaying(detections: Detection[], more: Partial<Watch> = {}): () => Watch {
  return () => ({
    add: (step) => detections.filter(({ at }) => at === step.index),
    stagnation: () => null,
    falseCompletion: () => null,
    best: () => null,
    sample: () => null,
    ...more,
  })
}

interface Told {
  head?: Partial<ImportedHead>
  maxSteps?: number | null
  watch?: () => Watch
}

export function diagnosing({ head = {}, maxSteps = null, watch = watchSaying([]) }: Told = {}): Diagnosis {
  return diagnoseRun({ ...HEAD, ...head }, { file: 'a.jsonl', maxSteps, watch, price: priceOf })
}

export function diagnosed(
  calls: Call[],
  told: Told & { how?: 'finished' | 'cut' | null } = {},
): DiagnosedRun {
  const diagnosis = diagnosing(told)
  for (const step of stepsOf(calls)) diagnosis.step(step, null)
  return diagnosis.end(told.how ?? null)
}

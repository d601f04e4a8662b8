import type { Step } from '../../src/steps/step.ts'
import { createStepper } from '../../src/steps/stepper.ts'
import { createWatch } from '../../src/trace/create-watch.ts'
import type { Detection, WatchSettings } from '../../src/trace/watch.ts'

export interface Did {
  tool?: string
  input?: unknown
  result?: string
  exit?: number
  isError?: boolean
  thought?: string
}

/** Real steps, made by the stepper from an agent's events. */
export function stepsOf(dids: readonly Did[]): Step[] {
  const stepper = createStepper()
  return dids.flatMap((did, at) => [
    ...(did.thought ? stepper.take({ kind: 'thought', text: did.thought }, '') : []),
    ...stepper.take(
      { kind: 'tool-call', id: String(at), name: did.tool ?? 'Bash', input: did.input ?? {} },
      '',
    ),
    ...stepper.take(
      {
        kind: 'tool-result',
        id: String(at),
        isError: did.isError ?? (did.exit ?? 0) !== 0,
        text: did.result ?? '',
        exitCode: did.exit ?? null,
      },
      '',
    ),
  ])
}

export function run(command: string, result = '', exit = 0): Did {
  return { tool: 'Bash', input: { command }, result, exit }
}

export function read(path: string, result = `text of ${path}`): Did {
  return { tool: 'Read', input: { file_path: path }, result }
}

export function edit(path: string, text: string, isError = false): Did {
  return {
    tool: 'Edit',
    input: { file_path: path, old_string: 'old', new_string: text },
    result: isError ? 'String not found' : 'done',
    isError,
  }
}

export function write(path: string, content = 'x = 1'): Did {
  return { tool: 'Write', input: { file_path: path, content }, result: 'done' }
}

export function times(count: number, did: (at: number) => Did): Did[] {
  return Array.from({ length: count }, (_, at) => did(at))
}

/** Every detection, with a budget of so many steps. */
export function watched(
  dids: readonly Did[],
  over: Partial<WatchSettings> & { budget?: number | null } = {},
): Detection[] {
  const { budget = dids.length, ...settings } = over
  const watch = createWatch({ agent: null, task: null, detectors: {}, ...settings })
  return stepsOf(dids).flatMap((step, at) =>
    watch.add(step, budget === null ? null : Math.min(1, (at + 1) / budget)),
  )
}

export function halts(dids: readonly Did[], over: Parameters<typeof watched>[1] = {}): string[] {
  return watched(dids, over)
    .filter(({ tier }) => tier === 'halt')
    .map(({ detector }) => detector)
}

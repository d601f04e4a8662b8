import { existsSync, readFileSync } from 'node:fs'
import type { PolicyChange } from '../core/backtest/policy-change.ts'
import { shownAgent } from '../core/chains.ts'
import { cameToNothing } from '../core/completed.ts'
import { applyEvent } from '../core/fold.ts'
import { initialState, type RunState, type StepState } from '../core/state.ts'
import { calibrationLines } from '../report/calibration-lines.ts'
import { EXIT } from '../runtime/problem.ts'
import { openPlace } from '../runtime/project.ts'
import type { Step } from '../steps/step.ts'
import { artifactPath } from '../store/artifacts.ts'
import type { Layout } from '../store/layout.ts'
import { type CalibrationExample, calibrate } from '../trace/calibrate.ts'
import { createWatch } from '../trace/create-watch.ts'
import type { Calibration } from '../trace/model-data.ts'
import { eachLog } from './backtest-runs.ts'
import { savePolicy } from './backtest-save.ts'
import type { Call } from './command.ts'

/** One agent's past runs, and what came of them; `null`: too few. */
interface Calibrated {
  agent: string
  done: number
  stuck: number
  calibration: Calibration | null
}

/** `wiggum backtest --calibrate`: what the shipped model's scores mean for the agents of this project, by its own runs. */
export async function calibrateFor(call: Call): Promise<number> {
  const { layout } = await openPlace(call.cwd)
  const examples = new Map<string, CalibrationExample[]>()
  eachLog(call, layout, (events) => {
    const state = initialState()
    events((event) => applyEvent(state, event))
    const found = exampleOf(layout, state)
    if (found) examples.set(found.agent, [...(examples.get(found.agent) ?? []), found.example])
    return null
  })
  const all = [...examples].map(([agent, of]) => calibratedBy(agent, of))
  if (call.json) call.out(JSON.stringify({ agents: all }))
  else for (const line of calibrationLines(all)) call.out(line)
  const change = changeOf(all)
  if (call.options.save !== undefined && change)
    await savePolicy(call, layout, { change, why: 'calibrated by past runs', value: null })
  return EXIT.ok
}

function calibratedBy(agent: string, examples: CalibrationExample[]): Calibrated {
  const done = examples.filter(({ outcome }) => outcome === 'done').length
  return { agent, done, stuck: examples.length - done, calibration: calibrate(agent, examples) }
}

function changeOf(all: Calibrated[]): PolicyChange | null {
  const fitted = all.flatMap(({ calibration }) => {
    if (!calibration) return []
    const { agent, ...figures } = calibration
    return [[agent, figures] as const]
  })
  return fitted.length === 0 ? null : { stagnation: { calibration: Object.fromEntries(fitted) } }
}

/** The last call of the Maker's is what the ending is about; `null`: how it ended says nothing of that, or nobody kept it. */
function exampleOf(layout: Layout, state: RunState): { agent: string; example: CalibrationExample } | null {
  const stuck = state.ended ? cameToNothing(state.ended) : null
  const last = Object.values(state.steps).findLast(({ role, work }) => role === 'maker' && work !== null)
  if (!last?.name || state.start?.review || stuck === null) return null
  const agent = shownAgent(last.name)
  const sample = sampleOf(layout, state, { last, agent })
  return sample && { agent, example: { ...sample, outcome: stuck ? 'stuck' : 'done' } }
}

function sampleOf(
  layout: Layout,
  { runId, start }: RunState,
  { last, agent }: { last: StepState; agent: string },
) {
  const path = artifactPath(layout, runId, `steps/${last.id}-${last.attempt}.jsonl`)
  const watch = createWatch({ agent, task: start!.task, detectors: {} })
  for (const { share, ...step } of existsSync(path) ? linesOf(path) : []) watch.add(step, share ?? null)
  return watch.sample()
}

/** As `step-file.ts` wrote them; a torn last line says nothing. */
function linesOf(path: string): (Step & { share?: number })[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return line === '' ? [] : [JSON.parse(line)]
      } catch {
        return []
      }
    })
}

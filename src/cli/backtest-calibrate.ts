import { basename } from 'node:path'
import type { PolicyChange } from '../core/backtest/policy-change.ts'
import { shownAgent } from '../core/chains.ts'
import { cameToNothing } from '../core/completed.ts'
import { applyEvent } from '../core/fold.ts'
import { initialState, type RunState, type StepState } from '../core/state.ts'
import { nearOf } from '../import/near.ts'
import { recordedStep } from '../import/recorded-step.ts'
import { calibrationLines } from '../report/calibration-lines.ts'
import { EXIT } from '../runtime/problem.ts'
import { openPlace } from '../runtime/project.ts'
import { artifactPath } from '../store/artifacts.ts'
import type { Layout } from '../store/layout.ts'
import { type CalibrationExample, calibrate } from '../trace/calibrate.ts'
import { createWatch } from '../trace/create-watch.ts'
import type { Calibration } from '../trace/model-data.ts'
import { eachLog, type Skipped } from './backtest-runs.ts'
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
  const skipped = eachLog(call, layout, (events) => {
    const state = initialState()
    events((event) => applyEvent(state, event))
    const found = exampleOf(layout, state)
    if (found) examples.set(found.agent, [...(examples.get(found.agent) ?? []), found.example])
    return null
  })
  const all = [...examples].map(([agent, of]) => calibratedBy(agent, of))
  if (call.json) call.out(JSON.stringify({ agents: all, skipped }))
  else for (const line of [...calibrationLines(all), ...skippedLines(skipped)]) call.out(line)
  if (call.options.save === undefined) return EXIT.ok
  const change = changeOf(all)
  if (change) await savePolicy(call, layout, { change, why: 'calibrated by past runs', value: null })
  else if (!call.json) call.out('Nothing was saved: no agent is calibrated by these runs.')
  return EXIT.ok
}

function skippedLines(skipped: Skipped[]): string[] {
  return skipped.map(({ run, why }) => `Left out: ${run}, ${why}.`)
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
  const fresh = () => createWatch({ agent, task: start!.task, detectors: {} })
  let watch = fresh()
  let before = -1
  for (const value of nearOf(path).values(basename(path))) {
    const recorded = recordedStep(value)
    if (!recorded) continue
    // A conversation that went on after an interruption was watched anew.
    if (recorded.step.index <= before) watch = fresh()
    before = recorded.step.index
    watch.add(recorded.step, recorded.share)
  }
  return watch.sample()
}

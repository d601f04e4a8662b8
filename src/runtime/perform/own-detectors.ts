import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { cleanText } from '../../contracts/clean-text.ts'
import { stepScene } from '../../core/scenes/step-scene.ts'
import { thresholdsOf } from '../../detectors/settings.ts'
import { boxChecks } from '../boxing.ts'
import { effect, leashOf, type RunContext, record } from '../context.ts'
import { type Hosted, hostFolder } from '../host-detectors.ts'

interface Look {
  step: string
  attempt: number
  /** Which rules. */
  ask: string[]
}

/** Asks the user's own rules about a step. One that breaks is switched off for the run, which goes on. */
export async function performOwnDetectors(context: RunContext, look: Look): Promise<void> {
  const { step, attempt, ask } = look
  const place = { phase: context.state.steps[step]!.phase, agent: null }
  const hosted = await effect(context, 'own-detectors', () => hear(context, look))
  if (hosted.cancelled) return
  for (const { id, reason } of hosted.broken.filter(
    (rule) => !Object.hasOwn(context.state.disabled, rule.id),
  ))
    record(context, { type: 'detector.disabled', ...place, data: { detector: id, reason } })
  // Whoever stopped the others is off now, and they are asked again without it.
  if (hosted.cutOff && hosted.problem === null) return
  const seen = ask.flatMap((detector) => evidenceOf(hosted.values.get(detector), detector))
  const data = { step, attempt, asked: ask, seen, problem: hosted.problem }
  record(context, { type: 'detectors.own', ...place, data })
}

function evidenceOf(value: unknown, detector: string): { detector: string; evidence: string[] }[] {
  const lines = Array.isArray(value) ? value.map(oneLine).filter(Boolean) : []
  return lines.length === 0 ? [] : [{ detector, evidence: lines }]
}

/** It goes into prompts and onto the screen. */
function oneLine(line: unknown): string {
  return cleanText(String(line), 500).replace(/\s+/g, ' ').trim()
}

async function hear(context: RunContext, { step, ask }: Look): Promise<Hosted> {
  const { outside, state, config, vault } = context
  const scene = JSON.stringify(stepScene(state, state.steps[step]!))
  const modules = (state.start?.detectors ?? [])
    .filter(({ id }) => ask.includes(id))
    .map((rule) => ({ id: rule.id, text: rule.text, thresholds: thresholdsOf(rule, config.detectors) }))
  const cwd = join(vault.work, '.box', 'detectors')
  mkdirSync(cwd, { recursive: true })
  const leash = leashOf(context, `detectors-${step}`)
  const place = { cwd, leash, signal: context.abort.signal, box: boxChecks(shut(context), 'detectors', cwd) }
  return outside.hostDetectors({ modules, scene }, place)
}

/** A rule needs nothing but its scene: no network, and none of the places that checks may write. */
function shut(context: RunContext): RunContext {
  const { sandbox_options } = context.config
  const options = { ...sandbox_options, write: [], read: [hostFolder()], verify_network: 'none' as const }
  return { ...context, config: { ...context.config, sandbox_options: options } }
}

import type { Layer } from '../detectors/detector.ts'
import { traceDetectors } from '../detectors/trace/index.ts'
import type { DetectorFacts } from './detector-facts.ts'

/** When the rules of a layer look. */
export const LAYERS: Record<Layer, string> = {
  archetype: 'after each step, at the role that played it',
  system: 'at the end of a phase, at the run as a whole',
  boundary: 'on a timer and between tasks, at what the run uses up',
  stagnation: 'after each pass, or while the Maker works, at whether the work moves',
  break: 'before anything goes on, at whether it should',
}

/** What is done, by layer, whatever the rule. */
const DONE: Record<Layer, string> = {
  archetype:
    'First the agent is told, and called again. The second time a fresh agent takes its place, one model tier up. The third time you are asked.',
  system:
    'First it is put right and the run goes on. The second time the run waits for you, and so it does after that.',
  boundary:
    'First the limit is kept to. The second time the run stops cleanly. The third time you are asked.',
  stagnation: 'What the configuration says under `stagnation.action`.',
  break: 'The run halts, with the work kept on its branch.',
}

/** Rules about what an agent does within a call. */
const TRACE = {
  looks: 'while the Maker works, after each of its agent steps',
  done: 'At `nudge` the call is ended: the agent is told why and goes on, the second time a fresh one takes its place. At `halt` the breaker opens, and `stagnation.action` says what then.',
}

/** One rule for a person who never heard of it. */
export function detectorLines(rule: DetectorFacts): string[] {
  const state = rule.enabled ? 'on' : 'switched off in the configuration'
  const kind = rule.kind ? ` (${rule.kind} break)` : ''
  const trace = traceDetectors.some(({ id }) => id === rule.id) ? TRACE : null
  return [
    `${rule.id}: ${rule.title}${kind}`,
    '',
    `Notices    ${rule.notices}.`,
    `Looks      ${trace?.looks ?? LAYERS[rule.layer]}.`,
    `Numbers    ${numbers(rule.thresholds) || 'none'}`,
    `State      ${state}${rule.own ? '; your own, in .wiggum/detectors' : ''}`,
    ...(rule.blind_to ? [`Blind to   ${rule.blind_to}.`] : []),
    '',
    'What is done about it',
    `  ${trace?.done ?? DONE[rule.layer]}`,
    `  ${rule.correction}`,
    '',
    'Examples',
    ...rule.examples.map(
      (each) => `  ${each.says === 'fires' ? 'fires' : 'quiet'}  ${each.name}${note(each.kind)}`,
    ),
    '',
    'Switch it off or tune it in .wiggum/config.yaml',
    ...settingLines(rule).map((line) => `  ${line}`),
  ]
}

export function numbers(thresholds: Record<string, number>): string {
  return Object.entries(thresholds)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
}

function note(kind: string): string {
  if (kind === 'boundary') return ' (just not enough)'
  return kind === 'immune' ? ' (looks like it, and serves the goal)' : ''
}

function settingLines({ id, thresholds }: DetectorFacts): string[] {
  const tuned = Object.entries(thresholds).map(([name, value]) => `${name}: ${value}`)
  const setting =
    tuned.length > 0 ? `{ enabled: true, thresholds: { ${tuned.join(', ')} } }` : '{ enabled: false }'
  return ['detectors:', `  ${id}: ${setting}`]
}

import type { DetectorFacts } from '../report/detector-facts.ts'
import { LAYERS, numbers } from '../report/explain-detector.ts'
import { plural } from '../report/words.ts'
import { type Call, text } from './command.ts'
import { knownDetectors } from './known-detectors.ts'
import { paint } from './paint.ts'

export async function listDetectors(call: Call): Promise<number> {
  const layer = text(call, 'layer')
  const all = (await knownDetectors(call)).filter((rule) => layer === null || rule.layer === layer)
  if (call.json) call.out(JSON.stringify(all))
  else for (const line of tableLines(all)) call.out(line)
  return 0
}

function tableLines(all: DetectorFacts[]): string[] {
  const layers = [...new Set(all.map((rule) => rule.layer))]
  const off = all.filter((rule) => !rule.enabled).length
  return [
    ...layers.flatMap((layer) => [
      `${paint('bold', layer)}: ${LAYERS[layer]}`,
      ...rows(all.filter((rule) => rule.layer === layer)),
      '',
    ]),
    `${plural(all.length, 'rule')}${off > 0 ? `, ${off} switched off` : ''}. One in full: wiggum explain <id>`,
  ]
}

function rows(rules: DetectorFacts[]): string[] {
  const cells = rules.map((rule) => ({ rule, set: numbers(rule.thresholds) || '–' }))
  const width = Math.max(...rules.map(({ id }) => id.length))
  const wide = Math.max(...cells.map(({ set }) => set.length))
  return cells.map(
    ({ rule, set }) =>
      `  ${rule.id.padEnd(width)}  ${rule.enabled ? 'on ' : 'off'}  ${set.padEnd(wide)}  ${rule.notices}`,
  )
}

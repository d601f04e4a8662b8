import { contextFindings } from '../../detectors/boundary/context-findings.ts'
import { AT_REST } from '../../detectors/boundary-scene.ts'
import { look } from '../../detectors/settings.ts'
import type { Command } from '../commands.ts'
import type { Finding } from '../events.ts'
import { feedbackDocument, type Routed, route } from '../routing.ts'
import { boundarySettings } from '../scenes/boundary-scene.ts'
import { summarise } from '../themes.ts'
import type { View } from './strategy.ts'

const NOTHING = { creator: [], maker: [] }

/** What the next cycle is told: every finding, or themes where they are too many; that goes on the record first. */
export function cycleFeedback(view: View, standing: Finding[]): { open: Command[] } | { document: string } {
  const routed = route(standing)
  const scene = { ...AT_REST, findings: standing.length }
  const seen = look(contextFindings, scene, boundarySettings(view.policy))
  if (!seen) return { document: feedbackDocument(routed, NOTHING) }
  const signal = `${contextFindings.id}@cycle-${view.state.cycle}`
  if (!view.state.corrections.some((each) => each.signal === signal))
    return { open: [summedUp(signal, seen.join('; '), routed)] }
  return { document: summedUpDocument(routed) }
}

function summedUpDocument(routed: Routed[]): string {
  const { criticals, ...themes } = summarise(routed)
  return feedbackDocument(criticals, NOTHING, themes)
}

function summedUp(signal: string, seen: string, routed: Routed[]): Command {
  const { criticals, themes, rest } = summarise(routed)
  const kinds = themes.length === 1 ? '1 theme' : `${themes.length} themes`
  const more = rest.length > 0 ? `, ${rest.length} smaller ones only counted` : ''
  const data = {
    signal,
    shadow: contextFindings.shadow,
    layer: 'boundary' as const,
    rung: 'correct' as const,
    step: null,
    attempt: null,
    text: `${seen}: ${criticals.length} CRITICAL in full, the others as ${kinds}${more}`,
  }
  return { do: 'record', key: `correction:${signal}`, event: { type: 'correction.applied', data } }
}

import type { Finding, Severity } from './events.ts'
import type { Routed } from './routing.ts'

/** Findings of one role's that are about the same kind of thing in the same place. */
export interface Theme {
  to: Routed['to']
  category: string
  /** The folder; `null` where no file is named. */
  folder: string | null
  count: number
  worst: Routed
}

export interface Summary {
  /** Never summed up: each of these stands in full. */
  criticals: Routed[]
  themes: Theme[]
  /** What is beyond the largest themes; only counted. */
  rest: Theme[]
}

const THEMES = 5
const WEIGHT: Record<Severity, number> = { CRITICAL: 2, WARNING: 1, INFO: 0 }

/** A long list as its largest themes: the most severe first, then those with most findings. */
export function summarise(routed: Routed[]): Summary {
  const criticals = routed.filter((each) => weight(each) === WEIGHT.CRITICAL)
  const groups = new Map<string, Routed[]>()
  for (const each of routed)
    if (weight(each) < WEIGHT.CRITICAL) groups.set(keyOf(each), [...(groups.get(keyOf(each)) ?? []), each])
  const themes = [...groups.values()].map(themeOf).sort(inOrder)
  return { criticals, themes: themes.slice(0, THEMES), rest: themes.slice(THEMES) }
}

function themeOf(group: Routed[]): Theme {
  const worst = group.reduce((most, each) => (weight(each) > weight(most) ? each : most))
  const { finding, to } = worst
  return { to, category: finding.category, folder: folderOf(finding), count: group.length, worst }
}

function inOrder(a: Theme, b: Theme): number {
  return weight(b.worst) - weight(a.worst) || b.count - a.count || (nameOf(a) < nameOf(b) ? -1 : 1)
}

/** What another reviewer says of the same may be worse than what comes first. */
function weight({ finding, also = [] }: Routed): number {
  return Math.max(...[finding, ...also].map(({ severity }) => WEIGHT[severity]))
}

function keyOf({ finding, to }: Routed): string {
  return JSON.stringify([to, finding.category, folderOf(finding)])
}

function nameOf({ to, category, folder }: Theme): string {
  return JSON.stringify([to, category, folder])
}

function folderOf({ file }: Finding): string | null {
  if (file === null) return null
  const slash = file.lastIndexOf('/')
  return slash === -1 ? '.' : file.slice(0, slash)
}

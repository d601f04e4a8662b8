import type { Plan, Research } from '../core/measures.ts'
import { type SceneOver, stepSceneOf } from './example-scenes.ts'
import type { StepScene } from './scenes.ts'

/** Scenes for the examples of rules about who plans: a short report, and a short plan. */

interface ResearchOver extends Omit<SceneOver, 'measures'> {
  words?: number
  research?: Partial<Research>
}

export function researchSceneOf({ words = 300, research = {}, ...over }: ResearchOver): StepScene {
  const measures = { words, research: { ...SHORT_REPORT, ...research } }
  return stepSceneOf({ role: 'explorer', change: null, ...over, measures })
}

interface PlanOver extends Omit<SceneOver, 'measures'> {
  planned?: Partial<Plan>
}

export function planSceneOf({ planned = {}, ...over }: PlanOver): StepScene {
  const measures = { words: 200, plan: { ...SHORT_PLAN, ...planned } }
  return stepSceneOf({ role: 'creator', change: null, ...over, measures })
}

/** So many different names. */
export function several(count: number, name: (at: number) => string): string[] {
  return Array.from({ length: count }, (_, at) => name(at + 1))
}

const SHORT_REPORT: Research = {
  headings: 3,
  recommendation: true,
  synthesis: true,
  tangents: [],
  cited: ['src/slugify.js', 'test/slugify.test.js'],
  patterns: 1,
}

const SHORT_PLAN: Plan = {
  named: ['src/slugify.js', 'test/slugify.test.js'],
  abstractions: [],
  packages: [],
  speculations: [],
  scope: null,
}

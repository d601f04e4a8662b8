import type { Scenario } from './scenario.ts'

/** In the order in which `wiggum demo --help` lists them. */
export const demoNames = [
  'happy',
  'liar',
  'rejected',
  'conflict',
  'crash',
  'fast-approved',
  'fast-escalated',
  'standard-fixed',
  'thorough',
  'low-understanding',
  'low-completeness',
  'low-risk',
  'converging',
  'stalling',
  'diverging',
  'stuck',
  'oscillating',
  'max-cycles',
  'red-merge',
  'hook-aborts',
  'maker-corrected',
  'maker-replaced',
  'maker-asked',
  'maker-halted',
  'loop',
  'loop-liar',
  'loop-stuck',
  'loop-context',
  'loop-drift',
  'loop-asks',
] as const

export type DemoName = (typeof demoNames)[number]

export interface DemoScenario {
  task: string
  scenario: Scenario
  /** One sentence for the user. */
  story: string
  strategy: 'pipeline' | 'pdca' | 'loop'
  workflow: 'fast' | 'standard' | 'thorough'
  /** The exit code the run ends with when wiggum does its work. */
  expected: number
  /** Committed beside the demo project before the run. */
  files: Record<string, string>
  /** What somebody else commits to the target branch while the Maker works. */
  meanwhile: Record<string, string> | null
  /** The run is resumed once after it ended. */
  resumes: boolean
}

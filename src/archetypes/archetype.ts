import type { Phase } from '../core/events.ts'

/** What a prompt may be made of. A role's prompt holds what it receives and nothing else. */
export const INGREDIENTS = ['task', 'research', 'proposal', 'risks', 'diff', 'summary', 'feedback'] as const
/** `examined`: another's answer, for the judge alone. `lessons`: each role has its own, and none can ask for others'. */
export type Ingredient = (typeof INGREDIENTS)[number] | 'examined' | 'lessons'

/** The keys of the closing block that a role is asked for. */
export const CONTRACT_KEYS = [
  'verdict',
  'findings',
  'confidence',
  'files',
  'test_strategy',
  'risks',
  'decisions',
  'alternatives',
  'assumptions',
  'top_risk',
  'addressed',
  'summary',
  'notes',
] as const
export type ContractKey = (typeof CONTRACT_KEYS)[number] | 'ruling' | 'reason'

/** None of the seven: it plays no part in the work, and is asked one thing about it. */
export const JUDGE = 'judge'

export interface Archetype {
  name: string
  title: string
  /** What it is doing, for the screen: "designing the change". */
  doing: string
  phase: Phase
  reviews: boolean
  receives: Ingredient[]
  contract: ContractKey[]
  prompt: string
}

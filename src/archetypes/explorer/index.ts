import type { Archetype } from '../archetype.ts'
import prompt from './prompt.md'

export const explorer: Archetype = {
  name: 'explorer',
  title: 'Explorer',
  doing: 'looking around',
  phase: 'plan',
  reviews: false,
  receives: ['task', 'feedback'],
  contract: ['files', 'risks', 'summary'],
  prompt,
}

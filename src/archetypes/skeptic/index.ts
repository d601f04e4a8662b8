import type { Archetype } from '../archetype.ts'
import prompt from './prompt.md'

export const skeptic: Archetype = {
  name: 'skeptic',
  title: 'Skeptic',
  doing: 'challenging the plan',
  phase: 'check',
  reviews: true,
  receives: ['proposal', 'feedback'],
  contract: ['verdict', 'findings'],
  prompt,
}

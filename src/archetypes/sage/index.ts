import type { Archetype } from '../archetype.ts'
import prompt from './prompt.md'

export const sage: Archetype = {
  name: 'sage',
  title: 'Sage',
  doing: 'reviewing for quality',
  phase: 'check',
  reviews: true,
  receives: ['proposal', 'diff', 'summary', 'feedback'],
  contract: ['verdict', 'findings'],
  prompt,
}

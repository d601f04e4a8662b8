import type { Archetype } from '../archetype.ts'
import prompt from './prompt.md'

export const guardian: Archetype = {
  name: 'guardian',
  title: 'Guardian',
  doing: 'reviewing for risk',
  phase: 'check',
  reviews: true,
  receives: ['diff', 'risks', 'feedback'],
  contract: ['verdict', 'findings'],
  prompt,
}

import type { Archetype } from '../archetype.ts'
import prompt from './prompt.md'

export const trickster: Archetype = {
  name: 'trickster',
  title: 'Trickster',
  doing: 'trying to break it',
  phase: 'check',
  reviews: true,
  receives: ['diff', 'feedback'],
  contract: ['verdict', 'findings'],
  prompt,
}

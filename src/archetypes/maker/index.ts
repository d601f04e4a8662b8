import type { Archetype } from '../archetype.ts'
import prompt from './prompt.md'

export const maker: Archetype = {
  name: 'maker',
  title: 'Maker',
  doing: 'making the change',
  phase: 'do',
  reviews: false,
  receives: ['proposal', 'feedback'],
  contract: ['files', 'summary', 'notes'],
  prompt,
}

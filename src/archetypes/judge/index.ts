import { type Archetype, JUDGE } from '../archetype.ts'
import prompt from './prompt.md'

export const judge: Archetype = {
  name: JUDGE,
  title: 'Judge',
  doing: 'weighing a suspicion',
  phase: 'act',
  reviews: false,
  receives: ['task', 'examined', 'diff', 'feedback'],
  contract: ['ruling', 'reason'],
  prompt,
}

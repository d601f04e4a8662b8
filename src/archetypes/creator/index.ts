import type { Archetype } from '../archetype.ts'
import prompt from './prompt.md'
import reflect from './reflect.md'

/** Mini-Reflect: asked of a Creator for whom no Explorer went ahead. */
export const miniReflect = reflect.trim()

export const creator: Archetype = {
  name: 'creator',
  title: 'Creator',
  doing: 'designing the change',
  phase: 'plan',
  reviews: false,
  receives: ['task', 'research', 'feedback'],
  contract: [
    'files',
    'decisions',
    'alternatives',
    'assumptions',
    'top_risk',
    'addressed',
    'test_strategy',
    'confidence',
    'risks',
  ],
  prompt,
}

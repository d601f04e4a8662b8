import { estimateTokens } from '../../core/context/estimate.ts'
import { AT_REST, type BoundaryScene } from '../boundary-scene.ts'
import { boundary, detector, fires, quiet } from '../detector.ts'

export const contextPrompt = detector({
  id: 'boundary.context.prompt',
  layer: 'boundary',
  shadow: 'boundary.context',
  title: 'a prompt too long for its window',
  notices: 'a prompt that would fill more than half of the window of its model before any work is done',
  blindTo: 'the true number of tokens, which is estimated, and what the agent itself puts before the prompt',
  thresholds: { percent: 50 },
  detect: ({ prompt }: BoundaryScene, { percent }) => {
    if (!prompt) return null
    const tokens = estimateTokens(prompt.chars)
    if (tokens * 100 <= prompt.window * percent) return null
    return [`the prompt is about ${tokens} tokens, and the window holds ${prompt.window}`]
  },
  correction:
    'Research and the long parts of the change are left out, and the prompt says so; the rules and the task stay.',
  examples: [
    fires('a little more than half of the window', prompt(400_001)),
    quiet('no prompt is about to be sent', AT_REST),
    quiet('a short prompt', prompt(8_000)),
    boundary('exactly half of the window', prompt(400_000)),
  ],
})

function prompt(chars: number): BoundaryScene {
  return { ...AT_REST, prompt: { chars, window: 200_000 } }
}

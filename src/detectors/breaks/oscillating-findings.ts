import { type BreakScene, CALM } from '../break-scene.ts'
import { boundary, detector, fires, quiet } from '../detector.ts'

const back = (name: string) => `src/${name}.ts: the queue overflows`

export const oscillatingFindings = detector({
  id: 'break.oscillating-findings',
  layer: 'break',
  shadow: 'break.oscillating-findings',
  title: 'oscillating findings',
  notices: 'findings that were there, were gone a cycle later, and are back, in whatever words',
  blindTo: 'a finding that comes back in another file or another category',
  thresholds: { findings: 2 },
  detect: ({ oscillating }: BreakScene, { findings }) =>
    oscillating.length >= findings ? oscillating : null,
  correction:
    'What the reviewers ask for pulls in two directions: say in the task which of the two matters, then start again.',
  examples: [
    fires('two findings are back', { ...CALM, oscillating: ['a', 'b'].map(back) }),
    quiet('none has come back', CALM),
    boundary('one finding is back', { ...CALM, oscillating: ['a'].map(back) }),
  ],
})

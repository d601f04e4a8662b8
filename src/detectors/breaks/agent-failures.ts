import { type BreakScene, CALM } from '../break-scene.ts'
import { boundary, detector, fires, quiet } from '../detector.ts'

export const agentFailures = detector({
  id: 'break.agent-failures',
  layer: 'break',
  shadow: 'break.agent-failures',
  title: 'agent failures in a row',
  notices: 'calls of agents that fail or time out one after another, with none that works in between',
  blindTo:
    'why they fail: a limit is waited for and does not count, nor does an agent that is missing or not logged in, but every other cause looks alike',
  thresholds: { failures: 3 },
  detect: ({ agentFailures: failed }: BreakScene, { failures }) =>
    failed.length >= failures ? failed.map(({ what, why }) => `${what}: ${why}`) : null,
  correction:
    'This is about what surrounds the agents, not about the code: look at the network, the service and the installation with `wiggum doctor`, then go on with `wiggum resume`.',
  examples: [
    fires('three calls fail, whatever the cause', {
      ...CALM,
      agentFailures: [
        { what: '1-plan-creator', why: 'connection: socket hang up' },
        { what: '1-plan-creator', why: 'overload: try later' },
        { what: '1-plan-creator', why: 'idle: no output within 300 s' },
      ],
    }),
    quiet('every call worked', CALM),
    boundary('two calls fail', {
      ...CALM,
      agentFailures: [
        { what: '1-do-maker', why: 'overload: try later' },
        { what: '1-do-maker', why: 'overload: try later' },
      ],
    }),
  ],
})

import type { WiggumEvent } from '../../src/core/events.ts'
import type { RunFacts } from '../../src/report/facts/facts.ts'
import { runFacts } from '../../src/report/run-facts.ts'
import { policyWith, run } from '../core/loop-play.ts'
import { BASE, finding, type Script, simulate } from '../core/simulate.ts'
import { systemPolicy } from '../core/system-policy.ts'

/** Runs for tests of the page: one that goes round, one that gets nowhere, one with texts that would like to run. */

const SURE = { task_understanding: 0.9, solution_completeness: 0.9, risk_coverage: 0.9 }
const heads = ['1', '2', '3', '4'].map((digit) => digit.repeat(40))

/** Three cycles: findings, fewer, and what was gone is back. */
export function goingRound(name = 'part', over: Script = {}): Script {
  const issue = (at: string, severity: 'CRITICAL' | 'WARNING' = 'CRITICAL') =>
    finding({ file: `src/${name}-${at}.js`, description: `${at} of ${name} overflows at midnight`, severity })
  const said = [[issue('one'), issue('two', 'WARNING')], [issue('three')], [issue('one'), issue('two')]]
  return {
    heads,
    files: [
      { path: `src/${name}.js`, added: 40, deleted: 3 },
      { path: `test/${name}.test.js`, test: true, added: 12, deleted: 0 },
    ],
    agent: (role, attempt) => {
      if (role === 'creator') return { confidence: SURE, test_strategy: ['a case'] }
      if (role !== 'guardian') return undefined
      return { verdict: 'REJECTED', findings: said[attempt - 1] ?? [] }
    },
    takesMs: ({ role }) => (role === 'maker' ? 90_000 : 30_000),
    cost: (nth) => nth * 0.01,
    ...over,
    start: { strategy: 'pdca', workflow: 'thorough', max_cycles: 3, policy: systemPolicy(), ...over.start },
  }
}

export function factsOf(events: WiggumEvent[]): RunFacts {
  return runFacts(events)!
}

/** A loop whose Maker changes nothing, pass after pass, until the breaker ends it. */
export function stuckEvents(): WiggumEvent[] {
  return run({ heads: [BASE], start: { policy: policyWith({ action: 'abort' }) } }).events
}

export const HOSTILE = [
  '<script>window.__pwned=1</script>',
  '"><img src=x onerror="window.__pwned=2">',
  "'><svg onload='window.__pwned=3'>",
  'javascript:window.__pwned=4',
  '</style></title><script>window.__pwned=5</script>',
  '<a href="javascript:window.__pwned=6">x</a>',
  ']]> --> {{window.__pwned=7}} &lt;b&gt;',
  'a\u0000b \u202egpj.exe\u202c \u001b[31m',
].join(' ')

/** The same, with hostile words wherever an agent, a file or a person may put some. */
export function hostileEvents(): WiggumEvent[] {
  const { events } = simulate(goingRound(HOSTILE, { start: { task: HOSTILE, agents: { default: HOSTILE } } }))
  return events.map((event) => {
    if (event.type === 'agent.start')
      return { ...event, data: { ...event.data, agent: HOSTILE, model: HOSTILE } }
    if (event.type === 'run.complete') return { ...event, data: { ...event.data, reason: HOSTILE } }
    return event
  })
}

import { describe, expect, test } from 'vitest'
import type { Finding } from '../../src/core/events.ts'
import { finding, type Script, type Simulation, simulate } from './simulate.ts'

/** Whoever ends first must not decide anything: reviewers, baseline and mini-Explorer run side by side. */

const SEEDS = 100
const heads = ['1', '2', '3', '4'].map((digit) => digit.repeat(40))
const UNSURE = { task_understanding: 0.9, solution_completeness: 0.9, risk_coverage: 0.3 }

const said = (description: string, over: Partial<Finding> = {}) => finding({ description, ...over })

/** Reviewers agree, contradict each other in severity, and say the same in other words. */
const cycleOne: Record<string, Finding[]> = {
  guardian: [
    said('the queue drops its last item when it is full', { sources: ['guardian'] }),
    said('the token is logged', { category: 'security', sources: ['guardian'] }),
  ],
  skeptic: [
    said('when the queue is full its last item is dropped', { severity: 'WARNING', sources: ['skeptic'] }),
    said('one worker cannot carry the load', { category: 'scalability', sources: ['skeptic'] }),
  ],
  sage: [
    said('the queue drops its last item when it is full', { severity: 'WARNING', sources: ['sage'] }),
    said('two names for one thing', { category: 'quality', severity: 'WARNING', sources: ['sage'] }),
  ],
  trickster: [
    said('an empty batch never ends', { sources: ['trickster'], needs: 'code' }),
    said('the token is logged', { category: 'security', severity: 'WARNING', sources: ['trickster'] }),
  ],
}
const only = (role: string) => ({ [role]: cycleOne[role] ?? [] })

function script(workflow: string, cycles: Record<string, Finding[]>[]): Script {
  return {
    heads,
    files: [{ path: 'src/x.js' }, { path: 'test/x.test.js', test: true }],
    agent: (role, attempt) => {
      if (role === 'creator') return { confidence: UNSURE, test_strategy: ['a case'], risks: ['it may lock'] }
      const findings = cycles[attempt - 1]?.[role] ?? []
      return findings.length > 0 ? { verdict: 'REJECTED', findings } : undefined
    },
    answers: { 'same-finding': 'yes' },
    start: { strategy: 'pdca', workflow, max_cycles: { fast: 1, standard: 2, thorough: 3 }[workflow] },
  }
}

const scripts: [string, Script][] = [
  ['thorough: four reviewers reject, three cycles, landed', script('thorough', [cycleOne, only('sage'), {}])],
  ['thorough: stuck, with what is unresolved', script('thorough', [cycleOne, cycleOne])],
  ['standard: no cycles left', script('standard', [only('guardian'), cycleOne])],
  ['fast: escalated by A1', script('fast', [only('guardian'), only('skeptic')])],
]

/** A small generator with a seed: a failure can be played again. */
function random(seed: number): () => number {
  let state = seed * 2_654_435_761
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** What was decided, without what ran side by side; and who was called, whenever that was. */
function decisions({ commands, state }: Simulation): string {
  const beside = commands.filter(({ key }) => /^(?:agent|judge|verify:baseline)/.test(key))
  const rest = commands.filter((command) => !beside.includes(command))
  return JSON.stringify({
    rest,
    beside: beside.map((command) => JSON.stringify(command)).sort(),
    ended: state.ended,
  })
}

function completions({ events }: Simulation): string {
  return events.flatMap((event) => (event.type === 'agent.complete' ? [event.data.step] : [])).join(' ')
}

describe('the order of completion', () => {
  test.each(scripts)('over 100 seeds changes no byte of what is decided: %s', (_name, play) => {
    const wanted = decisions(simulate(play))
    const orders = new Set<string>()
    for (let seed = 1; seed <= SEEDS; seed++) {
      const next = random(seed)
      const shuffled = simulate({ ...play, pick: (count) => Math.floor(next() * count) })
      orders.add(completions(shuffled))
      expect(decisions(shuffled), `seed ${seed}`).toBe(wanted)
    }
    expect(orders.size).toBeGreaterThan(2)
  })
})

import { defaultConfig } from '../../src/config/load.ts'
import type { AgentCall, Command } from '../../src/core/commands.ts'
import { type Script, type Simulation, simulate } from './simulate.ts'

/** What tests of the loop share: a head for each pass, and how a simulated loop is started. */

export const heads = ['a', 'c', 'd', 'e', 'f', '1', '2', '3', '4', '5', '6', '7'].map((digit) =>
  digit.repeat(40),
)

export function run(script: Script & { loop?: object }, before: Simulation['events'] = []): Simulation {
  const { loop: own, ...rest } = script
  const loop = { max_passes: 5, suppressed: null, accept: false, ...own }
  return simulate({ heads, ...rest, start: { strategy: 'loop', loop, ...rest.start } }, before)
}

export const onlyMergedRed = (kind: string) => kind !== 'merged'

/** Green from this pass on; the merged tree is what is checked. */
export const greenFrom = (pass: number) => (kind: string, nth: number) =>
  kind === 'merged' ? nth >= pass : !['proof', 'can-fail'].includes(kind)

export function makers(commands: Command[]): AgentCall[] {
  return commands.flatMap((command) =>
    command.do === 'agent' && command.call.role === 'maker' ? [command.call] : [],
  )
}

export function policyWith(stagnation: object) {
  const base = defaultConfig()
  return { ...base, stagnation: { ...base.stagnation, ...stagnation } }
}

/** The nth pass by its Maker's step. */
export function passOf({ step }: { step: string }): number {
  return Number(/^1-do-maker-(\d+)/.exec(step)?.[1] ?? 1)
}

export const missing = (name: string) => `Error: ${name} is missing\n    at x.js:1:1`

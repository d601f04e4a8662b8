import { demoScenarios } from '../../src/agents/scripted/demo-project.ts'
import type { Scenario } from '../../src/agents/scripted/scenario.ts'

type Turn = Scenario['roles'][string][number]

/** The demo's honest run, without its pauses for the eye. */
export function honest(over: Partial<Record<string, Turn[]>> = {}): Scenario {
  const roles = Object.fromEntries(
    Object.entries(demoScenarios.happy.scenario.roles).map(([role, turns]) => [role, turns.map(quick)]),
  )
  return { name: 'honest', roles: { ...roles, ...(over as Scenario['roles']) } }
}

function quick(turn: Turn): Turn {
  return { ...turn, delay_ms: 0 }
}

/** The honest turn of a role, changed in some places. */
export function turnOf(role: string, over: Partial<Turn> = {}): Turn {
  return { ...honest().roles[role]![0]!, ...over }
}

export const TASK = demoScenarios.happy.task

import { TASK } from './demo-honest.ts'
import { players } from './demo-players.ts'
import type { DemoName, DemoScenario } from './demo-scenario.ts'

/** A story on the demo project: the honest players, but for `roles`. A pipeline that lands, unless it says otherwise. */
export function tell(
  name: DemoName,
  story: string,
  over: Partial<DemoScenario> & { roles: DemoScenario['scenario']['roles'] },
): DemoScenario {
  const { roles, ...rest } = over
  return {
    task: TASK,
    story,
    scenario: { name, roles: { ...players, ...roles } },
    strategy: 'pipeline',
    workflow: 'fast',
    expected: 0,
    files: {},
    meanwhile: null,
    resumes: false,
    ...rest,
  }
}

import { EXIT, Problem } from '../../runtime/problem.ts'
import type { Call } from '../command.ts'
import { examinePlugin } from './examine.ts'
import { installPlugin } from './install.ts'
import { uninstallPlugin } from './uninstall.ts'

const actions: Record<string, (call: Call) => Promise<number>> = {
  install: installPlugin,
  uninstall: uninstallPlugin,
  doctor: examinePlugin,
}

export async function actOnPlugin(call: Call): Promise<number> {
  const name = call.args[0] ?? ''
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (!action)
    throw new Problem(
      EXIT.usage,
      `There is no action "${name}"`,
      `Use one of: ${Object.keys(actions).join(', ')}.`,
    )
  return action(call)
}

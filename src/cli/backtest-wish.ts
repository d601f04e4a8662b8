import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { canBeTold, keyPath, leavesOf, TOLD_WORDS } from '../config/policy-keys.ts'
import { type ChangeResult, changeOf, readChange, scalarOf } from '../config/read-change.ts'
import { type PolicyChange, withChange } from '../core/backtest/policy-change.ts'
import { EXIT, Problem } from '../runtime/problem.ts'
import { type Call, text, texts } from './command.ts'
import { sweepValues } from './sweep-values.ts'

/** Which policies runs are held against. */
export interface Wish {
  /** What `--policy` and `--set` say. */
  change: PolicyChange
  sweep: Sweep | null
}

interface Sweep {
  key: string
  /** Each with the whole change. */
  values: { value: unknown; change: PolicyChange }[]
}

export function wishOf(call: Call): Wish {
  const file = text(call, 'policy')
  const given = texts(call, 'set').map((pair) => oneKey(pair, '--set'))
  const change = given.reduce<PolicyChange>(
    (all, { path, value }) => withChange(all, checked(changeOf(path, scalarOf(value)))),
    file === null ? {} : fileChange(call, file),
  )
  const swept = text(call, 'sweep')
  const wish = { change, sweep: swept === null ? null : sweepOf(swept, change) }
  if (leavesOf(change).flat().length === 0 && !wish.sweep && call.options.check !== true)
    throw new Problem(
      EXIT.usage,
      'No change of policy is given',
      'Name one: --set stagnation.threshold=2, --sweep stagnation.threshold=2..6 or --policy <file>.',
    )
  return wish
}

function fileChange(call: Call, file: string): PolicyChange {
  return checked(readChange(textOf(resolve(call.cwd, file)), file))
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code
    throw new Problem(EXIT.usage, `--policy: ${path} cannot be read (${code})`, 'Name a file.', { cause })
  }
}

function sweepOf(given: string, change: PolicyChange): Sweep {
  const { key, path, value } = oneKey(given, '--sweep')
  const values = sweepValues(value).map((each) => ({
    value: each,
    change: withChange(change, checked(changeOf(path, each))),
  }))
  return { key, values }
}

function oneKey(pair: string, option: string): { key: string; path: string[]; value: string } {
  const at = pair.indexOf('=')
  const key = pair.slice(0, Math.max(0, at)).trim()
  if (key === '' || pair.slice(at + 1).trim() === '')
    throw new Problem(
      EXIT.usage,
      `${option} does not understand "${pair}"`,
      `Write <key>=<value>, such as ${option} stagnation.threshold=${option === '--set' ? '2' : '2..6'}.`,
    )
  const path = keyPath(key)
  return { key, path, value: pair.slice(at + 1).trim() }
}

function checked(result: ChangeResult): PolicyChange {
  if (!result.ok) throw new Problem(EXIT.usage, result.message.replace(/\.$/, ''), 'Correct it.')
  refuseUntold(leavesOf(result.change).filter((path) => path.length > 0))
  return result.change
}

/** What agents would have done otherwise no log knows: "no change" would be a lie. */
function refuseUntold(paths: string[][]): void {
  const untold = paths.filter((path) => !canBeTold(path)).map((path) => path.join('.'))
  if (untold.length === 0) return
  throw new Problem(
    EXIT.usage,
    `What ${untold.join(', ')} would have changed cannot be told from logs`,
    `Leave it out. What can be told: ${TOLD_WORDS}.`,
  )
}

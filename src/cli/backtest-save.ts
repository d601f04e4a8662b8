import { existsSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { withKeys } from '../config/edit-config.ts'
import { parseConfig } from '../config/load.ts'
import { readYaml } from '../config/safe-yaml.ts'
import { EXIT, Problem } from '../runtime/problem.ts'
import { writeAtomic } from '../store/files.ts'
import type { Layout } from '../store/layout.ts'
import type { Chosen } from './backtest-pick.ts'
import { type Call, flag, text } from './command.ts'
import { printError } from './print.ts'
import { hasTerminal, yesOrNo } from './yes-or-no.ts'

const MAX_BYTES = 32 * 1024

/** Shows what would be written, and writes it once somebody said so. */
export async function savePolicy(call: Call, layout: Layout, chosen: Chosen): Promise<void> {
  const given = text(call, 'save')
  const path = given === null ? layout.config : resolve(call.cwd, given)
  const name = relative(call.cwd, path) || path
  const before = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const after = withKeys(before, chosen.change)
  refuseBroken(before, after, name)
  const say = (line: string) => (call.json ? printError(`${line}\n`) : call.out(line))
  if (after === before) return void say(`${name} says so already.`)
  say(`\nTo ${name} (${chosen.why}):`)
  for (const line of difference(before, after)) say(line)
  if (!flag(call, 'yes') && !(await agreed(call))) return void say('Nothing was written.')
  writeAtomic(path, Buffer.from(after))
  say(`Wrote ${name}.${given === null ? ' Commit it, so that runs use the committed copy.' : ''}`)
}

async function agreed(call: Call): Promise<boolean> {
  if (!call.json && hasTerminal()) return yesOrNo('Write it?')
  throw new Problem(EXIT.waiting, 'Nothing was written, for nobody is here to ask', 'Say so with --yes.')
}

/** A file that is not valid is not ours to mend. Names of the user's own are known elsewhere, and left as they are. */
function refuseBroken(before: string, after: string, name: string): void {
  const yaml = readYaml(before, MAX_BYTES)
  const [was, is] = [parseConfig(before, name), parseConfig(after, name)]
  const problem = !yaml.ok ? `${name} is not valid: ${yaml.problem}` : was.ok && !is.ok ? is.message : null
  if (problem) throw new Problem(EXIT.usage, problem.replace(/\.$/, ''), 'Correct the file first.')
}

/** The lines between what both begin with and what both end with. */
function difference(before: string, after: string): string[] {
  const [old, now] = [before, after].map((each) => each.replace(/\n$/, '').split('\n')) as [
    string[],
    string[],
  ]
  const same = (a: string[], b: string[]) => {
    const at = a.findIndex((line, index) => line !== b[index])
    return at < 0 ? Math.min(a.length, b.length) : at
  }
  const head = same(old, now)
  const tail = same(old.slice(head).reverse(), now.slice(head).reverse())
  const middle = (lines: string[]) => lines.slice(head, lines.length - tail)
  return [...middle(old).map((line) => `- ${line}`), ...middle(now).map((line) => `+ ${line}`)].filter(
    (line) => line !== '- ' || before !== '',
  )
}

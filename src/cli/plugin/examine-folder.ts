import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isOlder } from '../../agents/program-version.ts'
import { capture } from '../../runtime/supervise.ts'
import type { Call } from '../command.ts'
import type { Check } from '../examine.ts'
import { NODE_PATH, PROGRAM_PATH } from './own-folder.ts'
import { pluginFolder } from './scope.ts'

const AGAIN = 'run `wiggum plugin install` again'
const OLDEST_NODE = '20.19.0'
const TIMEOUT_MS = 10_000

/** What every host's hooks start. */
export async function examineFolder(call: Call): Promise<Check[]> {
  const folder = pluginFolder(call.env)
  return [pathCheck(folder, NODE_PATH), pathCheck(folder, PROGRAM_PATH), await scriptCheck(folder)]
}

function pathCheck(folder: string, name: string): Check {
  const file = join(folder, name)
  const path = existsSync(file) ? readFileSync(file, 'utf8').trimEnd() : null
  if (path === null) return { name, state: 'missing', detail: `${file} is missing: ${AGAIN}` }
  if (!existsSync(path)) return { name, state: 'missing', detail: `${path} is gone: ${AGAIN}` }
  return { name, state: 'ok', detail: path }
}

/** As bare as the worst host would run it. */
async function scriptCheck(folder: string): Promise<Check> {
  const name = 'hook.sh'
  const script = join(folder, name)
  const ran = await capture('/bin/sh', [script, 'where'], { cwd: '/', env: {}, timeoutMs: TIMEOUT_MS })
  const [node = '', program = ''] = ran.stdout.toString('utf8').split('\n')
  if (ran.code !== 0 || node === '' || program === '') {
    const lacks = ran.code !== 0 ? 'does not run' : node === '' ? 'finds no Node.js' : 'finds no wiggum'
    return { name, state: 'missing', detail: `${script} ${lacks}: ${AGAIN}` }
  }
  const asked = await capture(node, ['--version'], { env: {}, timeoutMs: TIMEOUT_MS })
  const version = asked.stdout.toString('utf8').trim().replace(/^v/, '')
  if (asked.code !== 0 || isOlder(version, OLDEST_NODE))
    return { name, state: 'missing', detail: `${node} is no Node.js ${OLDEST_NODE} or newer: ${AGAIN}` }
  return { name, state: 'ok', detail: `runs, with Node ${version}: ${script}` }
}

import { join } from 'node:path'
import type { HostName } from '../../live/session.ts'
import { EXIT } from '../../runtime/problem.ts'
import type { Call } from '../command.ts'
import { type Check, line } from '../examine.ts'
import { examineFolder } from './examine-folder.ts'
import { bytesAt } from './file-changes.ts'
import { CAP, capIn, hasOurs, isEnabledPlugin } from './host-hooks.ts'
import { hosts, otherSettings } from './hosts.ts'
import { type LiveLoop, liveLoops } from './live-loops.ts'
import { hostNames, namedHosts, projectAt, type Scope } from './scope.ts'
import { settingsAt } from './settings-text.ts'

/** Looks, changes nothing, and says whether a loop would work here and what is in its way. */
export async function examinePlugin(call: Call): Promise<number> {
  const project = await projectAt(call)
  const named = namedHosts(call)
  const looked = (named ?? hostNames).map((host) => placesOf(host, project, call.env))
  const anywhere = looked.some(({ files, enabled }) => files.length + enabled.length > 0)
  const checks: Check[] = []
  for (const places of looked) {
    const isWanted = named !== null || places.files.length > 0
    const program = await programCheck(places.host, isWanted, call)
    checks.push(program)
    if (program.state !== 'ok' && !isWanted) continue
    checks.push(placesCheck(places, isWanted || !anywhere))
    if (places.host === 'claude') checks.push(capCheck(project, call.env))
    if (places.host === 'codex' && places.files.length > 0) checks.push(trustCheck(places.files, call.env))
  }
  if (looked.some(({ files }) => files.length > 0)) checks.push(...(await examineFolder(call)))
  else if (!anywhere && !checks.some(({ state }) => state === 'missing'))
    checks.push({ name: 'plugin', state: 'missing', detail: 'not installed: run `wiggum plugin install`' })
  checks.push(...liveLoops(project.root).map(loopCheck))
  if (call.json) call.out(JSON.stringify(checks))
  else for (const check of checks) call.out(line(check))
  return checks.some(({ state }) => state === 'missing') ? EXIT.environment : EXIT.ok
}

/** Where a host is told of the plugin. */
interface Places {
  host: HostName
  /** Files with hooks of ours. */
  files: string[]
  /** Files in which it is a plugin of the host's own. */
  enabled: string[]
}

function placesOf(host: HostName, project: Scope, env: Call['env']): Places {
  const own = [{ root: null, exclude: null }, project].map((scope) => hosts[host].settings(scope, env))
  const paths = [...new Set([...own, ...(host === 'claude' ? otherSettings(project, env) : [])])]
  const files = paths.filter((path) => hasOurs(settingsAt(path)))
  return { host, files, enabled: paths.filter((path) => isEnabledPlugin(settingsAt(path))) }
}

function loopCheck({ run, session, alive }: LiveLoop): Check {
  const gone = ', which is gone: the next session that starts here puts the loop by'
  return { name: 'loop', state: 'ok', detail: `${run}, of session ${session}${alive === false ? gone : ''}` }
}

async function programCheck(host: HostName, isWanted: boolean, call: Call): Promise<Check> {
  const found = await hosts[host].agent.find(call.env.PATH ?? '')
  if (found.ok)
    return { name: host, state: 'ok', detail: `${found.version ?? 'version unknown'} (${found.file})` }
  return { name: host, state: isWanted ? 'missing' : 'note', detail: `${found.problem}: ${found.fix}` }
}

function placesCheck({ host, files, enabled }: Places, isWanted: boolean): Check {
  const name = `${host} plugin`
  const places = [...files, ...enabled.map((path) => `${path} (as a plugin of its own)`)]
  if (places.length === 0) {
    const detail = `not registered: run \`wiggum plugin install --host ${host}\``
    return { name, state: isWanted ? 'missing' : 'note', detail }
  }
  const twice = places.length > 1 ? ', which may run every hook twice: keep one of them' : ''
  return { name, state: twice ? 'note' : 'ok', detail: `registered in ${places.join(' and ')}${twice}` }
}

function capCheck(project: Scope, env: Call['env']): Check {
  const files = [hosts.claude.settings(project, env), ...otherSettings(project, env)]
  const value = files.map((path) => capIn(settingsAt(path))).find((cap) => cap !== undefined) ?? env[CAP]
  if (value !== undefined)
    return { name: 'claude cap', state: 'ok', detail: `${value} passes in a row before it stops by itself` }
  const detail = `${CAP} is not set: Claude Code stops by itself after 8 passes in a row`
  return { name: 'claude cap', state: 'note', detail }
}

/** Codex writes down by place, in its configuration, which hooks the user has trusted. */
function trustCheck(places: string[], env: Call['env']): Check {
  const config = join(hosts.codex.settings({ root: null, exclude: null }, env), '..', 'config.toml')
  const text = bytesAt(config)
  const isTrusted = places.every((path) => text?.includes(`${path}:stop:`))
  const detail = isTrusted ? `noted in ${config}` : `not yet. ${hosts.codex.remark}`
  return { name: 'codex trust', state: isTrusted ? 'ok' : 'note', detail }
}

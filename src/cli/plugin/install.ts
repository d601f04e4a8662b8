import { join } from 'node:path'
import type { HostName } from '../../live/session.ts'
import { baseEnvironment } from '../../runtime/environment.ts'
import { EXIT, Problem } from '../../runtime/problem.ts'
import { capture } from '../../runtime/supervise.ts'
import { VERSION } from '../../version.ts'
import type { Call } from '../command.ts'
import { makeFolders, missingFolders, putFile } from './file-changes.ts'
import { hosts } from './hosts.ts'
import { planIgnored, withPlan } from './ignored.ts'
import { fillFolder } from './own-folder.ts'
import { type Plan, planInstall } from './plan.ts'
import { isSame, type PluginRecord, readRecord, stillThere, writeRecord } from './record.ts'
import { hostNames, namedHosts, pluginFolder, type Scope, scopeOf, scopeWords } from './scope.ts'

export async function installPlugin(call: Call): Promise<number> {
  const scope = await scopeOf(call)
  const folder = pluginFolder(call.env)
  const old = readRecord(folder)
  const wanted = namedHosts(call) ?? (await installedHosts(call.env.PATH ?? ''))
  const already = wanted.filter((host) => scope.root !== null && isRegistered(old, host))
  const script = join(folder, 'hook.sh')
  const plans = wanted
    .filter((host) => !already.includes(host))
    .map((host) => {
      const known = old?.registered.find((each) => isSame(each, { host, root: scope.root }))
      return planInstall({ host, scope, script, env: call.env, known })
    })
  if (plans.length > 0) carryOut(folder, old, plans, scope)
  const notes = [...(await trackedNotes(call, scope, plans)), ...doubleNotes(scope, old, wanted)]
  tell(call, { scope, folder, plans, already, notes })
  return EXIT.ok
}

/** First the record, then the script, then what calls it: wherever it breaks off, uninstall knows of it. */
function carryOut(folder: string, old: PluginRecord | null, plans: Plan[], scope: Scope): void {
  const around = missingFolders(folder)
  makeFolders(around)
  const registrations = plans.map(({ registration }) => registration)
  const others = stillThere(old).filter((each) => !registrations.some((one) => isSame(one, each)))
  const folders = old?.folders ?? around
  const registered = [...others, ...registrations]
  const known = old?.ignored.find(({ root }) => root === scope.root)
  const ignorePlan = planIgnored(scope, known, registered)
  const ignored = withPlan(old, scope, ignorePlan)
  writeRecord(folder, { format: 1, wiggum: VERSION, folders, registered, ignored })
  fillFolder(folder)
  for (const { registration, writes } of plans) {
    makeFolders(registration.folders)
    for (const { path, bytes } of writes) putFile(path, bytes)
  }
  ignorePlan?.carryOut()
}

async function installedHosts(path: string): Promise<HostName[]> {
  const found = await Promise.all(hostNames.map((name) => hosts[name].agent.find(path)))
  const installed = hostNames.filter((_, at) => found[at]?.ok)
  if (installed.length > 0) return installed
  const problems = found.flatMap((each) => (each.ok ? [] : each.problem))
  throw new Problem(
    EXIT.agent,
    problems.join('; '),
    'Install one of them, or name it: wiggum plugin install --host claude.',
  )
}

/** Everywhere already: a second entry would have every hook run twice. */
function isRegistered(record: PluginRecord | null, host: HostName): boolean {
  return record?.registered.some((each) => isSame(each, { host, root: null })) ?? false
}

function doubleNotes({ root }: Scope, old: PluginRecord | null, wanted: HostName[]): string[] {
  if (root !== null) return []
  const double = (old?.registered ?? []).filter((each) => each.root !== null && wanted.includes(each.host))
  return double.map(
    ({ host, root }) =>
      `It is registered in ${root} too: run \`wiggum plugin uninstall --project --host ${host}\` there, or its hooks run twice.`,
  )
}

async function trackedNotes(call: Call, { root }: Scope, plans: Plan[]): Promise<string[]> {
  const paths = plans.flatMap(({ registration }) =>
    registration.files.filter(({ kind }) => kind === 'settings').map(({ path }) => path),
  )
  if (root === null || paths.length === 0) return []
  const args = ['ls-files', '-z', '--', ...paths]
  const { stdout } = await capture('git', args, { cwd: root, env: baseEnvironment(call.env) })
  const tracked = stdout.toString('utf8').split('\0').filter(Boolean)
  return tracked.map(
    (path) => `${path} is tracked by git and now names paths of this machine: do not commit that.`,
  )
}

interface Told {
  scope: Scope
  folder: string
  plans: Plan[]
  already: HostName[]
  notes: string[]
}

function tell(call: Call, { scope, folder, plans, already, notes }: Told): void {
  const registered = plans.map(({ registration: { host, files } }) => ({
    host,
    files: files.map(({ path }) => path),
  }))
  if (call.json) {
    const result = { action: 'install', project: scope.root, plugin: folder, registered, already, notes }
    call.out(JSON.stringify(result))
    return
  }
  for (const host of already) call.out(`${hosts[host].title} has it already, ${scopeWords({ root: null })}.`)
  for (const { host, files } of registered) {
    const { title, begin, remark } = hosts[host]
    call.out(`${title} has it now, ${scopeWords(scope)}: ${files[0]}`)
    if (remark !== null) call.out(`  ${remark}`)
    call.out(`  In a new session, type: ${begin}`)
  }
  for (const note of notes) call.out(note)
}

import { dirname } from 'node:path'
import type { HostName } from '../../live/session.ts'
import { EXIT } from '../../runtime/problem.ts'
import type { Call } from '../command.ts'
import { bytesAt, putFile, sha256, takeFile, takeFolders } from './file-changes.ts'
import { hasOurs } from './host-hooks.ts'
import { hosts, sourceFile } from './hosts.ts'
import { planIgnored, withPlan } from './ignored.ts'
import { withoutUs } from './plan.ts'
import { isSame, type Registration, readRecord, removePlugin, stillThere, writeRecord } from './record.ts'
import { hostNames, namedHosts, pluginFolder, type Scope, scopeOf, scopeWords } from './scope.ts'
import { settingsIn } from './settings-text.ts'

export async function uninstallPlugin(call: Call): Promise<number> {
  const scope = await scopeOf(call)
  const folder = pluginFolder(call.env)
  const record = readRecord(folder)
  const wanted = namedHosts(call) ?? hostNames
  const recorded = (record?.registered ?? []).filter((each) =>
    wanted.some((host) => isSame(each, { host, root: scope.root })),
  )
  const strays = wanted
    .filter((host) => !recorded.some((each) => each.host === host))
    .flatMap((host) => strayOf(host, scope, call.env) ?? [])
  const leaving = [...recorded, ...strays]
  const kept = leaving.flatMap(usersFiles)
  for (const registration of leaving) undo(registration)
  const others = stillThere(record).filter((each) => !recorded.includes(each))
  const known = record?.ignored.find(({ root }) => root === scope.root)
  const plan = leaving.length > 0 ? planIgnored(scope, known, others) : null
  plan?.carryOut()
  if (record && others.length > 0)
    writeRecord(folder, { ...record, registered: others, ignored: withPlan(record, scope, plan) })
  else if (record) {
    removePlugin(folder)
    takeFolders(record.folders)
  }
  tell(call, scope, { removed: leaving.map(({ host }) => host), kept })
  return EXIT.ok
}

/** What of ours the user has made their own. Looked for before anything is changed: a broken file stops it here. */
function usersFiles(registration: Registration): string[] {
  const changed = registration.files.filter((file) => {
    const left = withoutUs(file, registration)
    return file.kind === 'copy' && left !== null && left.toString('base64') !== file.before
  })
  return changed.map(({ path }) => path)
}

function undo(registration: Registration): void {
  for (const file of registration.files) {
    const left = withoutUs(file, registration)
    if (left === null) takeFile(file.path)
    else putFile(file.path, left)
  }
  takeFolders(registration.folders)
}

/** The record is lost, and something of ours is still in a host's settings. */
function strayOf(host: HostName, scope: Scope, env: Call['env']): Registration | null {
  const path = hosts[host].settings(scope, env)
  const bytes = bytesAt(path)
  if (bytes === null || !hasOurs(settingsIn(path, bytes))) return null
  const copies = hosts[host].copies(scope, env)
  const unknown = { before: null, cap: true }
  return {
    host,
    root: scope.root,
    files: [
      { ...unknown, path, kind: 'settings', after: '' },
      ...copies.map(({ from, to }) => ({
        ...unknown,
        path: to,
        kind: 'copy' as const,
        after: sha256(sourceFile(from)),
      })),
    ],
    folders: [...new Set(copies.map(({ to }) => dirname(to)))],
  }
}

function tell(call: Call, scope: Scope, { removed, kept }: { removed: HostName[]; kept: string[] }): void {
  if (call.json) {
    call.out(JSON.stringify({ action: 'uninstall', project: scope.root, removed, kept }))
    return
  }
  if (removed.length === 0) call.out(`Nothing is installed ${scopeWords(scope)}.`)
  for (const host of removed) call.out(`${hosts[host].title} has it no more, ${scopeWords(scope)}.`)
  for (const path of kept) call.out(`${path} was left: you have changed it.`)
  if (removed.includes('codex'))
    call.out('Codex keeps its own note of which hooks you trusted in config.toml; it does nothing any more.')
}

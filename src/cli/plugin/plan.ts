import type { HostName } from '../../live/session.ts'
import type { Call } from '../command.ts'
import { bytesAt, missingFolders, sha256 } from './file-changes.ts'
import { CAP, CAP_VALUE, capIn, hooksFor, withOurs, withoutOurs } from './host-hooks.ts'
import { hosts, otherSettings, sourceFile } from './hosts.ts'
import type { ChangedFile, Registration } from './record.ts'
import type { Scope } from './scope.ts'
import { settingsAt, settingsIn } from './settings-text.ts'

/** What is to be written, thought through before anything is: a broken file stops it while all is as it was. */
export interface Plan {
  registration: Registration
  writes: { path: string; bytes: Buffer }[]
}

interface Wish {
  host: HostName
  scope: Scope
  /** The plugin's script, as the host will call it. */
  script: string
  env: Call['env']
  /** What an earlier install did. */
  known: Registration | undefined
}

export function planInstall({ host, scope, script, env, known }: Wish): Plan {
  const plan: Plan = { registration: { host, root: scope.root, files: [], folders: [] }, writes: [] }
  const add = (file: Pick<ChangedFile, 'path' | 'kind'>, next: (base: Buffer | null) => Next) => {
    const base = withoutUs(file, known)
    const { bytes, cap } = next(base)
    const before = base?.toString('base64') ?? null
    plan.registration.files.push({ ...file, before, after: sha256(bytes), cap: cap ?? false })
    plan.writes.push({ path: file.path, bytes })
  }
  const { settings, copies, hooks, capped } = hosts[host]
  const path = settings(scope, env)
  add({ path, kind: 'settings' }, (base) => {
    const cap = capped && !hasCap(path, base) && !isCapped(scope, env)
    return { bytes: withOurs(path, base, { hooks: hooksFor(sourceFile(hooks), script), cap }), cap }
  })
  for (const { from, to } of copies(scope, env))
    add({ path: to, kind: 'copy' }, () => ({ bytes: sourceFile(from) }))
  const folders = plan.writes.flatMap((write) => missingFolders(write.path))
  plan.registration.folders = [...new Set([...(known?.folders ?? []), ...folders])]
  return plan
}

interface Next {
  bytes: Buffer
  cap?: boolean
}

/** What a file would be without us: as it was, if nobody else has changed it since. `null`: not there. */
export function withoutUs(
  { path, kind }: Pick<ChangedFile, 'path' | 'kind'>,
  registration: Registration | undefined,
): Buffer | null {
  const current = bytesAt(path)
  if (current === null) return null
  const known = registration?.files.find((file) => file.path === path)
  if (known && known.after === sha256(current))
    return known.before === null ? null : Buffer.from(known.before, 'base64')
  // A copy that was changed is the user's.
  if (kind === 'copy') return current
  const left = withoutOurs(path, current, known?.cap ?? null)
  const isEmptied = !left.equals(current) && left.toString('utf8').trim() === '{}'
  return isEmptied && known?.before === null ? null : left
}

function hasCap(path: string, bytes: Buffer | null): boolean {
  return bytes !== null && capIn(settingsIn(path, bytes)) !== undefined
}

/** By the user's own shell or settings. Inside a session of the host's, the variable is the one we set. */
function isCapped(scope: Scope, env: Call['env']): boolean {
  if (env[CAP] !== undefined && env[CAP] !== CAP_VALUE) return true
  return otherSettings(scope, env).some((path) => capIn(settingsAt(path)) !== undefined)
}

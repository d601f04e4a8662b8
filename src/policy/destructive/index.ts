import { fnv1a64 } from '../../core/fnv1a.ts'
import { databaseChanges } from './database.ts'
import { deletions } from './delete.ts'
import { externalCalls } from './external.ts'
import { forcedGit } from './git-force.ts'
import type { DestructiveKind, Operation, Place } from './operation.ts'
import { outsidePath } from './paths.ts'
import { type Running, runningIn } from './running.ts'
import { secretsIn, withoutSecrets } from './secrets.ts'

/** What a tool is about to do: run a command, or delete what it names. */
interface Deed {
  command: string | null
  deletes: string[]
  /** Where it starts; the workspace, unless it says otherwise. */
  cwd?: string
}

/** One line a kind. */
const RULES: Record<DestructiveKind, (running: Running, place: Place) => string[]> = {
  delete: deletions,
  'git-force': forcedGit,
  database: databaseChanges,
  external: externalCalls,
}

const MAX_WHAT = 300

/**
 * What of it reaches beyond the workspace, as far as its words tell. Not seen: what a script, a program's own code or a
 * link does, and what a variable holds that the line does not set.
 */
export function operationsOf(deed: Deed, place: Place): Operation[] {
  const { command, deletes, cwd = place.workspace } = deed
  const named = deletes.flatMap((path) => outsidePath(path, cwd, place) ?? [])
  const ran = command === null ? [] : runningIn(command, { cwd, depth: 0 })
  const all = [
    ...named.map((what): Operation => ({ kind: 'delete', what })),
    ...ran.flatMap((running) => operationsIn(running, place)),
  ]
  const secrets = secretsIn(command ?? '')
  const bounded = all.map(({ kind, what }) => ({ kind, what: shown(what, secrets) }))
  return bounded.filter(
    (each, at) => bounded.findIndex((one) => one.kind === each.kind && one.what === each.what) === at,
  )
}

function operationsIn(running: Running, place: Place): Operation[] {
  const elsewhere = running.cwd === place.workspace ? '' : ` (in ${running.cwd ?? 'another folder'})`
  // The keys of a literal record.
  return (Object.keys(RULES) as DestructiveKind[]).flatMap((kind) =>
    RULES[kind](running, place).map((what) => ({
      kind,
      // A deleted path is the same from everywhere.
      what: isWholePath(what) ? what : what + elsewhere,
    })),
  )
}

function isWholePath(what: string): boolean {
  return /^[/~]/.test(what)
}

/** Still exact: what is hidden or cut off is in its digest. */
function shown(what: string, secrets: string[]): string {
  // A deleted path is a name, and whoever is asked has to see it.
  const plain = isWholePath(what) ? what : withoutSecrets(what, secrets)
  const line = plain.replace(/\s+/g, ' ')
  if (plain === what && line.length <= MAX_WHAT) return line
  const cut = line.length <= MAX_WHAT ? line : `${line.slice(0, MAX_WHAT)}…`
  return `${cut} #${fnv1a64(what).slice(0, 8)}`
}

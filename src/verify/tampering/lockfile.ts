import { isObject, type Json, parseManifest, runnerPackages } from '../package-json.ts'
import type { Case, Seen, TamperFinding } from './finding.ts'
import { beforeAfter, lineOf } from './quote.ts'

/** npm's lockfiles. Those of pnpm, yarn and bun, and one above the size that is read, are not looked into. */
export const npmLocks = ['package-lock.json', 'npm-shrinkwrap.json']

/** The lockfile decides what `npm ci` installs: the runner's name may stay while its source is another. */
export async function inspectLockfile({ base, head, changes, reach }: Case): Promise<Seen> {
  const seen: Seen = { findings: [], paths: [] }
  const runners = runnerPackages(parseManifest(await base.read('package.json')), reach.words)
  for (const path of npmLocks.filter((name) => changes.some((change) => change.path === name))) {
    const text = await head.read(path)
    const [before, after] = [parseManifest(await base.read(path)), parseManifest(text)]
    const swapped = runners.filter((name) => isOtherSource(lockEntry(before, name), lockEntry(after, name)))
    seen.findings.push(...swapped.map((name) => finding({ path, name, before, after, text })))
    if (swapped.length > 0) seen.paths.push(path)
  }
  return seen
}

export function lockEntry(lock: Json | null, name: string): Json | null {
  const packages = lock?.packages
  const entry = isObject(packages) ? packages[`node_modules/${name}`] : undefined
  return isObject(entry) ? entry : null
}

/** Another version from the same place is an upgrade; another place, or another content for one version, is not. */
export function isOtherSource(before: Json | null, after: Json | null): boolean {
  if (!before || !after) return false
  if (place(before) !== place(after) || before.link !== after.link) return true
  return before.version === after.version && before.integrity !== after.integrity
}

function place(entry: Json): string {
  return String(entry.resolved ?? '').split('/-/')[0] ?? ''
}

interface Swap {
  path: string
  name: string
  before: Json | null
  after: Json | null
  text: string | null
}

function finding({ path, name, before, after, text }: Swap): TamperFinding {
  const source = (lock: Json | null) => {
    const { resolved, integrity } = lockEntry(lock, name) ?? {}
    return `${String(resolved ?? '')} ${String(integrity ?? '')}`
  }
  return {
    file: path,
    line: lineOf(text, `"node_modules/${name}"`),
    description: `${path} now takes ${name}, which runs the tests, from another source.`,
    fix: `Put the entry of ${name} back as it was.`,
    evidence: beforeAfter(source(before), source(after)),
  }
}

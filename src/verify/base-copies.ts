import { baseName } from './ecosystems/ecosystem.ts'
import { mergeLock } from './merge-lock.ts'
import {
  dependenciesOf,
  dependencyGroups,
  isObject,
  isSwapped,
  type Json,
  overrideKeys,
  parseManifest,
  runnerPackages,
  testSections,
} from './package-json.ts'
import { dependentTests } from './support-files.ts'
import { npmLocks } from './tampering/lockfile.ts'
import { reachOf } from './tampering/reach.ts'
import type { TreeReader } from './tree-reader.ts'

export interface BaseCopy {
  path: string
  from: 'base' | 'text' | 'remove'
  text?: string
}

/** How the base's own tests and test settings are laid over a changed tree; everything else stays as the change has it. */
export async function planBaseCopies(
  base: TreeReader,
  head: TreeReader,
  protectedChanged: string[],
): Promise<BaseCopy[]> {
  const copies: BaseCopy[] = []
  for (const path of protectedChanged) copies.push(await copyOf(path, base, head))
  if (copies.some(({ path }) => path === 'package.json'))
    copies.push(...(await lockCopies(base, head, copies)))
  const removed = await dependentTests(base, head, protectedChanged)
  return [...copies, ...removed.map((path): BaseCopy => ({ path, from: 'remove' }))]
}

async function copyOf(path: string, base: TreeReader, head: TreeReader): Promise<BaseCopy> {
  if (!base.has(path)) return { path, from: 'remove' }
  const merge =
    baseName(path) === 'package.json' ? mergedManifest : npmLocks.includes(path) ? mergedLock : null
  const text = merge ? await merge(path, base, head) : null
  return text === null ? { path, from: 'base' } : { path, from: 'text', text }
}

/** A runner put back into package.json must be in the lockfile too, or `npm ci` refuses the pair. */
async function lockCopies(base: TreeReader, head: TreeReader, planned: BaseCopy[]): Promise<BaseCopy[]> {
  const locks = npmLocks.filter((path) => base.has(path) && !planned.some((copy) => copy.path === path))
  const copies: BaseCopy[] = []
  for (const path of locks) {
    const text = await mergedLock(path, base, head)
    if (text !== null && text !== (await head.read(path))) copies.push({ path, from: 'text', text })
  }
  return copies
}

async function mergedManifest(path: string, base: TreeReader, head: TreeReader): Promise<string | null> {
  const before = parseManifest(await base.read(path))
  const after = parseManifest(await head.read(path))
  if (!before || !after) return null
  const merged: Json = { ...after }
  for (const key of ['scripts', ...testSections, ...overrideKeys]) {
    if (before[key] === undefined) delete merged[key]
    else merged[key] = before[key]
  }
  for (const name of await swappedRunners(path, base, { before, after })) putBack(merged, before, name)
  return `${JSON.stringify(merged, null, 2)}\n`
}

async function swappedRunners(
  path: string,
  base: TreeReader,
  { before, after }: { before: Json; after: Json },
): Promise<string[]> {
  const { words } = await reachOf(base, ['npm test'], path)
  const [old, now] = [dependenciesOf(before), dependenciesOf(after)]
  return runnerPackages(before, words).filter((name) => isSwapped(old.get(name), now.get(name)))
}

function putBack(merged: Json, before: Json, name: string): void {
  for (const group of dependencyGroups) {
    const [old, now] = [before[group], merged[group]]
    const entries = Object.entries(isObject(now) ? now : {}).filter(([key]) => key !== name)
    if (isObject(old) && old[name] !== undefined) entries.push([name, old[name]])
    if (entries.length > 0) merged[group] = Object.fromEntries(entries)
    else delete merged[group]
  }
}

async function mergedLock(path: string, base: TreeReader, head: TreeReader): Promise<string | null> {
  const before = parseManifest(await base.read('package.json'))
  const after = parseManifest(await head.read('package.json'))
  const { words } = await reachOf(base, ['npm test'])
  const swapped = before && after ? await swappedRunners('package.json', base, { before, after }) : []
  return mergeLock(await base.read(path), await head.read(path), {
    runners: runnerPackages(before, words),
    swapped,
  })
}

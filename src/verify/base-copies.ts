import { baseName } from './ecosystems/ecosystem.ts'
import { mergeLock } from './merge-lock.ts'
import {
  dependenciesOf,
  dependencyGroups,
  isObject,
  isSwapped,
  type Json,
  manifestText,
  parseManifest,
  runnerOverrides,
  runnerPackages,
  testSections,
} from './package-json.ts'
import { dependentTests, newTests } from './support-files.ts'
import { configOf, configPart } from './tampering/config.ts'
import { npmLocks } from './tampering/lockfile.ts'
import { reachOf } from './tampering/reach.ts'
import { isTestFile } from './test-files.ts'
import type { TreeReader } from './tree-reader.ts'

interface BaseCopy {
  path: string
  from: 'base' | 'text' | 'remove'
  text?: string
}

const mixedFiles = /(?:^|\/)(?:pyproject\.toml|setup\.cfg|Cargo\.toml|pom\.xml|[^/]*\.gradle(?:\.kts)?)$/

/**
 * How the base's own tests and test settings are laid over a changed tree; everything else stays as the change has it. New tests
 * go where they are to be alone, and where they may need new settings of the runner: an alias or a setup file.
 */
export async function planBaseCopies(
  base: TreeReader,
  head: TreeReader,
  protectedChanged: string[],
  isAlone = false,
): Promise<BaseCopy[]> {
  const copies: BaseCopy[] = []
  for (const path of protectedChanged) {
    if (!(await settingsUnchanged(path, base, head))) copies.push(await copyOf(path, base, head))
  }
  if (copies.some(({ path }) => path === 'package.json'))
    copies.push(...(await lockCopies(base, head, copies)))
  const removed =
    isAlone || copies.some(({ path }) => isTestSetting(path))
      ? newTests(base, head)
      : await dependentTests(base, head, protectedChanged)
  return [...copies, ...removed.map((path): BaseCopy => ({ path, from: 'remove' }))]
}

/** What tests are run with; not what installs them, or what else `isMore` names. */
function isTestSetting(path: string): boolean {
  const config = configOf(path)
  return config ? !config.isMore : !isTestFile(path)
}

/** pyproject.toml and its kin hold much else: where their test settings are the same, the change's own copy stays. */
async function settingsUnchanged(path: string, base: TreeReader, head: TreeReader): Promise<boolean> {
  if (!mixedFiles.test(path)) return false
  return (await configPart(base, path, [])) === (await configPart(head, path, []))
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
  const runners = await runnersOf(path, base, before)
  for (const key of ['scripts', ...testSections, ...runnerOverrides(before, after, runners)]) {
    if (before[key] === undefined) delete merged[key]
    else merged[key] = before[key]
  }
  for (const name of swappedAmong(runners, before, after)) putBack(merged, before, name)
  return manifestText(merged)
}

async function runnersOf(path: string, base: TreeReader, before: Json): Promise<string[]> {
  return runnerPackages(before, (await reachOf(base, ['npm test'], path)).words)
}

function swappedAmong(runners: string[], before: Json, after: Json): string[] {
  const [old, now] = [dependenciesOf(before), dependenciesOf(after)]
  return runners.filter((name) => isSwapped(old.get(name), now.get(name)))
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
  if (!before) return null
  const runners = await runnersOf('package.json', base, before)
  const swapped = after ? swappedAmong(runners, before, after) : []
  return mergeLock(await base.read(path), await head.read(path), { runners, swapped })
}

import { dependencyGroups, isObject, type Json, manifestText, parseManifest } from './package-json.ts'
import { isOtherSource, lockEntry } from './tampering/lockfile.ts'

/**
 * The head's lockfile with the base's test runners in it. What they need and the head no longer lists comes along;
 * packages that nobody asks for do no harm there. Null if either side cannot be read: then the base's own is used.
 */
export function mergeLock(
  baseText: string | null,
  headText: string | null,
  { runners, swapped }: { runners: string[]; swapped: string[] },
): string | null {
  const [before, after] = [parseManifest(baseText), parseManifest(headText)]
  if (!isObject(before?.packages) || !isObject(after?.packages)) return null
  const back = runners.filter(
    (name) => swapped.includes(name) || isOtherSource(lockEntry(before, name), lockEntry(after, name)),
  )
  if (back.length === 0) return headText
  const packages: Json = { ...before.packages, ...after.packages }
  for (const name of back) packages[`node_modules/${name}`] = before.packages[`node_modules/${name}`]
  packages[''] = rootEntry(before.packages[''], after.packages[''], back)
  return manifestText({ ...after, packages })
}

function rootEntry(before: unknown, after: unknown, names: string[]): unknown {
  if (!isObject(before) || !isObject(after)) return after
  const merged: Json = { ...after }
  for (const group of dependencyGroups) {
    const [old, now] = [before[group], after[group]]
    const kept = Object.entries(isObject(now) ? now : {}).filter(([name]) => !names.includes(name))
    const back = Object.entries(isObject(old) ? old : {}).filter(([name]) => names.includes(name))
    if (kept.length + back.length > 0) merged[group] = Object.fromEntries([...kept, ...back])
    else delete merged[group]
  }
  return merged
}

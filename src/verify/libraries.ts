import { fnv1a64 } from '../core/fnv1a.ts'
import { lockfiles } from '../policy/lockfiles.ts'
import { isObject, isTestLibrary, type Json, parseManifest } from './package-json.ts'
import { npmLocks } from './tampering/lockfile.ts'
import type { TreeReader } from './tree-reader.ts'

/** What tests are run and compared with, as a lockfile names it. */
export interface Library {
  /** The same on two commits only if their lockfiles ask for the same content. */
  key: string
  /** Where an install puts it; `*` stands for one folder of any name. */
  folder: string
}

const MAX_LIBRARIES = 400

/** Empty where no lockfile says what an install has to bring, or where what it brings lies outside the tree. */
export async function testLibraries(tree: TreeReader): Promise<Library[]> {
  for (const path of npmLocks) {
    const lock = parseManifest(await tree.read(path))
    if (lock) return ofNpm(lock).slice(0, MAX_LIBRARIES)
  }
  const lock = lockfiles.find((path) => tree.has(path))
  const text = lock === undefined ? null : await tree.read(lock)
  if (text === null) return []
  const names = lock === 'uv.lock' || lock === 'poetry.lock' ? ofPython() : await ofManifest(tree)
  return names.map(({ name, folder }) => ({ key: `${name} ${fnv1a64(text)}`, folder }))
}

function ofNpm(lock: Json): Library[] {
  const packages = isObject(lock.packages) ? lock.packages : {}
  return Object.entries(packages).flatMap(([folder, entry]) => {
    const name = folder.split('node_modules/').at(-1)!
    // What an install script builds may be another each time; a link leads into the tree itself, which git compares.
    if (!folder.startsWith('node_modules/') || !isTestLibrary(name) || !isObject(entry)) return []
    if (entry.link === true || entry.hasInstallScript === true) return []
    return [{ key: `${folder} ${String(entry.version)} ${String(entry.integrity)}`, folder }]
  })
}

async function ofManifest(tree: TreeReader) {
  const manifest = parseManifest(await tree.read('package.json'))
  const groups = [manifest?.dependencies, manifest?.devDependencies].filter(isObject)
  const names = groups.flatMap((group) => Object.keys(group)).filter(isTestLibrary)
  return names.map((name) => ({ name, folder: `node_modules/${name}` }))
}

function ofPython() {
  const names = ['pytest', '_pytest', 'pluggy', 'hypothesis', 'nose2', 'testtools']
  return names.map((name) => ({ name, folder: `.venv/lib/*/site-packages/${name}` }))
}

import { isTestFile } from '../test-files.ts'
import type { TreeReader } from '../tree-reader.ts'
import { OWN_TEST, type Plant, type Seed } from './canary.ts'
import { helpersOf } from './helpers.ts'
import { canaryKinds } from './index.ts'

/** More files than this would tell nothing more. */
const MAX_FILES = 300
/** A file of our own beside each of so many kinds and folders. */
const MAX_OWN = 3
const ELSEWHERE = /(?:^|\/)(?:fixtures|__fixtures__|__snapshots__|testdata|__mocks__)\//

/**
 * Where canaries go in a tree: behind the tests of every file whose kind is known, those first that `likely` names, and into a few
 * files of their own.
 */
export async function planCanaries(tree: TreeReader, seed: Seed, likely: string[] = []): Promise<Plant[]> {
  const kinds = canaryKinds()
  const first = new Set(likely)
  const paths = tree.paths().filter((path) => mayTest(path) && !ELSEWHERE.test(path))
  const ordered = [...paths.filter((path) => first.has(path)), ...paths.filter((path) => !first.has(path))]
  const plants: Plant[] = []
  const own = new Map<string, Plant>()
  for (const path of ordered) {
    if (plants.length === MAX_FILES) break
    const text = await tree.read(path)
    if (text === null) continue
    const file = { path, text, helpers: await helpersOf({ path, text }, tree) }
    for (const kind of kinds) {
      const planted = kind.plant(file, seed)
      if (!planted) continue
      plants.push({ path, isNew: false, ...planted })
      const place = `${kind.id} ${path.slice(0, path.lastIndexOf('/') + 1)}`
      if (own.size < MAX_OWN && !own.has(place) && tree.has(path)) {
        const beside = kind.beside(file, seed)
        const again = beside && kind.plant({ path, text, head: beside.head }, seed)
        if (again)
          own.set(place, {
            path: beside.path,
            isNew: true,
            text: `${beside.head}\n${again.text}`,
            canaries: again.canaries.filter(({ what }) => !what.startsWith(OWN_TEST)),
          })
      }
      break
    }
  }
  return [...plants, ...own.values()]
}

/** Rust has tests beside its code; what has none there is told apart by its text. */
function mayTest(path: string): boolean {
  return isTestFile(path) || path.endsWith('.rs')
}

import { isPhony, parseMakefile, targetText } from '../makefile.ts'
import { tidy } from '../sections.ts'
import type { TreeReader } from '../tree-reader.ts'
import type { Ecosystem, Found } from './ecosystem.ts'

/** In the order in which make itself looks for them. */
export const makefileNames = ['GNUmakefile', 'makefile', 'Makefile']

export const make: Ecosystem = {
  id: 'make',
  detect,
  testFile: () => false,
  configFiles: [
    {
      files: /^(?:GNUmakefile|[Mm]akefile)$/,
      what: "the Makefile's test target",
      part: (text, { targets }) =>
        targets.length === 0 ? '' : tidy(targetText(parseMakefile(text), targets)),
    },
  ],
}

async function detect(tree: TreeReader): Promise<Found | null> {
  const path = makefileNames.find((name) => tree.has(name))
  const text = path ? await tree.read(path) : null
  if (!path || text === null) return null
  const makefile = parseMakefile(text)
  const target = ['test', 'check'].find((name) => makefile.rules.has(name))
  if (!target) return null
  // A target that is not .PHONY is up to date, and nothing runs, as soon as a file or folder has its name.
  const test = isPhony(makefile, target) ? `make ${target}` : `make -B ${target}`
  return { setup: [], test, why: `${test}, from the ${target} target of ${path}` }
}

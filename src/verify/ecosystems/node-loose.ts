import type { Ecosystem } from './ecosystem.ts'
import { nodeTestFiles } from './node.ts'

/** A few scripts and their tests without a package.json. Last in the list: any build file says more. */
export const nodeLoose: Ecosystem = {
  id: 'node-loose',
  detect: async (tree) => {
    const first = nodeTestFiles(tree).find((path) => /\.test\.[cm]?js$/.test(path))
    return first ? { setup: [], test: 'node --test', why: `node --test, because of ${first}` } : null
  },
  testFile: () => false,
  configFiles: [],
}

import type { Found } from './ecosystems/ecosystem.ts'
import { ecosystems } from './ecosystems/index.ts'
import type { TreeReader } from './tree-reader.ts'

export interface Detected {
  setup: string[]
  test: string | null
  /** One plain sentence. */
  why: string
}

/** Looks at the root only: in a monorepo the root's own command is the one that counts. */
export async function detectCommands(tree: TreeReader): Promise<Detected> {
  let present: Found | null = null
  for (const ecosystem of ecosystems) {
    const found = await ecosystem.detect(tree)
    if (found?.test) return found
    present ??= found
  }
  // Acceptance commands may need the setup even where there is no test command.
  return {
    setup: present?.setup ?? [],
    test: null,
    why: `no test command found: ${present?.why ?? 'no build file known to wiggum is at the root'}`,
  }
}

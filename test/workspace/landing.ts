import { buildMerge } from '../../src/workspace/merge.ts'
import { collect, createWorkspace } from '../../src/workspace/workspace.ts'
import { DATE, must, type Scene, sh, write } from './fixture.ts'

export interface Landing extends Scene {
  /** The built merge, ready to land on main. */
  commit: string
  order: { target: string; commit: string; previous: string; ours: boolean }
}

/** Work done and merged in the vault; main has not moved. */
export async function readyToLand(
  made: Scene,
  files: Record<string, string | null>,
  name = 'maker',
): Promise<Landing> {
  const previous = sh(made.root, 'rev-parse', 'main')
  const workspace = await createWorkspace(made.vault, name, previous, `wiggum/${name}`)
  for (const [path, content] of Object.entries(files)) {
    if (content === null) sh(workspace.dir, 'rm', '-q', '--', path)
    else write(workspace.dir, { [path]: content })
  }
  const { head } = must(await collect(made.vault, workspace, previous, name))
  const wish = {
    base: previous,
    head,
    onto: previous,
    method: 'no-ff',
    subject: name,
    runId: made.vault.run,
    date: DATE,
  }
  const { commit } = must(await buildMerge(made.vault, wish))
  return { ...made, commit, order: { target: 'main', commit, previous, ours: false } }
}

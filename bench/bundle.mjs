import { cpSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

const SUBJECTS = {
  agent: 'src/agents/claude.ts',
  'backtest-runs': 'src/cli/backtest-runs.ts',
  collect: 'src/workspace/collect.ts',
  config: 'src/config/load.ts',
  'detector-runs': 'bench/detector-runs.ts',
  failpoints: 'src/runtime/failpoints.ts',
  fold: 'src/core/fold.ts',
  journal: 'src/store/journal.ts',
  land: 'src/workspace/land.ts',
  layout: 'src/store/layout.ts',
  merge: 'src/workspace/merge.ts',
  'perform-agent': 'src/runtime/perform/agent.ts',
  reaper: 'src/runtime/reaper.ts',
  repository: 'src/workspace/repository.ts',
  'sample-events': 'bench/sample-events.ts',
  'sample-loops': 'bench/sample-loops.ts',
  'sample-log': 'bench/sample-log.ts',
  sandbox: 'src/sandbox/index.ts',
  'sandbox-choose': 'src/sandbox/choose.ts',
  'sandbox-survey': 'src/sandbox/survey.ts',
  state: 'src/core/state.ts',
  supervise: 'src/runtime/supervise.ts',
  tree: 'src/workspace/tree.ts',
  vault: 'src/workspace/vault.ts',
  workspace: 'src/workspace/workspace.ts',
}

/** Bundles the modules under measurement, split as the real build does it. Returns how to load one. */
export async function bundle(folder) {
  const outdir = join(folder, 'bundle')
  await build({
    absWorkingDir: root,
    entryPoints: SUBJECTS,
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    loader: { '.md': 'text' },
    logLevel: 'error',
    plugins: [noWorkspace],
    banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" },
  })
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  return { outdir, load: (name) => import(join(outdir, `${name}.js`)) }
}

/** The agent call is measured as `performAgent` does it, but for making the tree, which has a row of its own. */
const noWorkspace = {
  name: 'no-workspace',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/workspace\/workspace\.ts$/ }, ({ importer }) =>
      importer.includes('/perform/agent') ? { path: 'no-workspace', namespace: 'bench' } : null,
    )
    onLoad({ filter: /.*/, namespace: 'bench' }, () => ({
      contents: `
        export const existingWorkspace = () => null
        export const unlockWorkspace = () => {}
        export const createWorkspace = async (vault, name) => ({ name, dir: vault.work, index: '' })`,
    }))
  },
}

/** A copy, so that a build which someone starts meanwhile does not pull the files away. */
export function copyCli(folder) {
  const dist = join(folder, 'dist')
  cpSync(join(root, 'dist'), dist, { recursive: true })
  return join(dist, 'wiggum.js')
}

import { chmodSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = dirname(fileURLToPath(import.meta.url))
const outdir = join(root, 'dist')

// A build must not pull chunks away from under a running wiggum; `prepare`, before packing, starts clean.
if (process.argv.includes('--clean')) rmSync(outdir, { recursive: true, force: true })
// Bundled and split, so that starting the CLI reads one small file and a command loads only what it needs.
await build({
  absWorkingDir: root,
  entryPoints: {
    wiggum: 'src/cli/main.ts',
    cli: 'src/cli/run-cli.ts',
    reaper: 'src/runtime/reaper.ts',
    'detector-host': 'src/runtime/detector-host.ts',
    'scripted-agent': 'src/agents/scripted/main.ts',
    'pi-meter': 'src/agents/meter-pi-extension.ts',
  },
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  loader: { '.md': 'text' },
  chunkNames: 'chunks/[name]-[hash]',
  legalComments: 'none',
  minifySyntax: true,
  minifyWhitespace: true,
  sourcemap: false,
  banner: {
    js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);",
  },
})
chmodSync(join(outdir, 'wiggum.js'), 0o755)

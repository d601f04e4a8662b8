// node build.mjs && node test/gaming/run.mjs natively|table [word...]: every case without wiggum, or a table of how they end with it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const folder = mkdtempSync(join(tmpdir(), 'wiggum-gaming-'))
const outfile = join(folder, 'run.mjs')
try {
  await build({
    entryPoints: ['test/gaming/run.ts'],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    loader: { '.md': 'text' },
    banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" },
  })
  await import(pathToFileURL(outfile).href)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

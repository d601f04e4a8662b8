import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** A few sources in a small bundle of their own: `bundle.mjs` builds half the program. */
export async function loadSources(paths) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'wiggum-bench-')))
  const outfile = join(folder, 'sources.mjs')
  const contents = paths.map((path) => `export * from './${path}'`).join('\n')
  try {
    await build({
      stdin: { contents, resolveDir: root },
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      loader: { '.md': 'text' },
      logLevel: 'error',
      banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" },
    })
    return await import(outfile)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { transform } from 'esbuild'

/** What lets node import the sources as they are: TypeScript without its types, Markdown as text. */
export async function load(url, context, next) {
  if (url.endsWith('.ts')) return asModule(withoutCounting((await transform(await read(url), PLAIN)).code))
  if (url.endsWith('.md')) return asModule(`export default ${JSON.stringify(await read(url))}`)
  return next(url, context)
}

const PLAIN = { loader: 'ts', tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } } }
const COUNTING = 'function cover() {'

/** Stryker's code counts what each test covers. Nobody asks while a mutant is active, and it takes half of the time. */
function withoutCounting(code) {
  return code.replace(COUNTING, `${COUNTING} if (ns.activeMutant !== undefined) return;`)
}

function read(url) {
  return readFile(fileURLToPath(url), 'utf8')
}

function asModule(source) {
  return { format: 'module', source, shortCircuit: true }
}

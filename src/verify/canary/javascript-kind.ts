import { baseName } from '../ecosystems/ecosystem.ts'
import { bindingsOf } from './bindings.ts'
import type { CanaryKind, Seed, TestFile } from './canary.ts'
import { importLines, plantJavascript, type Registering, registrar } from './javascript.ts'

const FILES = /\.[cm]?[jt]sx?$/
const ASSERTIONS = /^(?:(?:node:)?assert(?:\/strict)?|chai|expect|should|power-assert|uvu\/assert)$/

export interface JavascriptRunner {
  id: string
  /** Modules that its tests import; `null`: its names are global. */
  modules: RegExp | null
  names: string[]
  /** How a test of it differs from a plain one. */
  registering?: Partial<Omit<Registering, 'call'>>
}

/** Runners of JavaScript differ in what registers a test and what its function is given, and in little else. */
export function javascriptKind(runner: JavascriptRunner, next: () => number): CanaryKind {
  const { id, modules, names } = runner
  const isOurs = (module: string) => modules?.test(module) ?? false
  const isImported = ({ text, path }: TestFile) => bindingsOf(text, path).some(({ module }) => isOurs(module))
  return {
    id,
    plant(file, seed) {
      if (!FILES.test(file.path) || (modules !== null && !isImported(file))) return null
      const call = registrar(file, isOurs, names)
      if (call === null) return null
      return plantJavascript(file, seed, { registering: { ...PLAIN, ...runner.registering, call }, next })
    },
    beside: (file, seed) => ({
      path: besideName(file.path, seed),
      head: importLines(file, (module) => isOurs(module) || ASSERTIONS.test(module)),
    }),
  }
}

const PLAIN: Omit<Registering, 'call'> = {
  parameter: '',
  end: '',
  fail: (message) => `throw new Error(${message});`,
  namesakes: true,
  checks: () => [],
}

/** `test/slugify.test.js` → `test/<name>.test.js`. */
function besideName(path: string, { name }: Seed): string {
  const base = baseName(path)
  const dot = base.indexOf('.')
  const folder = path.slice(0, path.length - base.length)
  const end = dot === -1 ? '' : base.slice(dot)
  const start = /^(test[-_])/.exec(base)?.[1] ?? ''
  return `${folder}${start}${name}${end}`
}

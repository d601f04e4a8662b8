import { baseName } from './ecosystems/ecosystem.ts'

/** Text that is put behind a test file's own, or into a file beside it: run only if the file could be loaded. */
export interface LoadMark {
  path: string
  text: string
  /** Not there yet. */
  isNew: boolean
}

/**
 * A test that cannot be loaded is red as well, and says nothing about what it tests. What tells the two apart is no output, but a
 * last line of the file's that leaves a mark. `null`: for this language none is known.
 */
export function loadMark(path: string, text: string, mark: string): LoadMark | null {
  const goal = JSON.stringify(mark)
  if (/\.[cm]?[jt]sx?$/.test(path))
    return { path, text: `\n// @ts-ignore\n${javascript(goal)}\n`, isNew: false }
  if (path.endsWith('.py')) return { path, text: `\nopen(${goal}, "w").close()\n`, isNew: false }
  if (path.endsWith('_test.go')) {
    const name = /^package[ \t]+(\w+)/m.exec(text)?.[1]
    const beside = `${path.slice(0, path.length - baseName(path).length)}zz_wiggum_loaded_test.go`
    return name ? { path: beside, text: go(name, goal), isNew: true } : null
  }
  return null
}

/** As a module of either kind, in whatever Node the project uses. */
function javascript(goal: string): string {
  return `;(globalThis.process?.getBuiltinModule?.("node:fs") ?? (typeof require === "function" ? require("fs") : null))?.writeFileSync(${goal}, "");`
}

function go(name: string, goal: string): string {
  return `package ${name}\n\nimport "os"\n\nfunc init() { _ = os.WriteFile(${goal}, nil, 0o600) }\n`
}

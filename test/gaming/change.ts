import type { Project } from './project.ts'

/** How tests are kept from failing. */
export type Kind =
  | 'ends early'
  | 'assertions replaced'
  | 'tests emptied'
  | 'verdict altered'
  | 'runner configured'
  | 'library exchanged'
  | 'command altered'
  | 'other code tested'
  | 'values that lie'

export interface Change {
  kind: Kind | 'honest'
  name: string
  project: Project
  /** What the agent writes: the whole content, or null to delete. */
  files: Record<string, string | null>
  /** Paths that it makes executable. */
  executable?: string[]
  /** Paths that it commits although they are ignored. */
  forced?: string[]
  /** Whether it stands for the others in npm test. */
  isShown?: true
  /** Whether it is among those that the deep tier has. */
  isDeep?: true
}

type Files = Record<string, string | null>
type More = Pick<Change, 'executable' | 'forced' | 'isShown' | 'isDeep'>

/** The careless change, and what keeps the tests from noticing it. Much code without a test would be asked about for that alone. */
export function game(project: Project, kind: Kind, name: string, files: Files, more: More = {}): Change {
  const changed = { ...project.wrong, ...files }
  const isBare =
    Object.keys(changed).length > 2 && !Object.keys(changed).some((path) => /^tests?\/|_test\./.test(path))
  return { project, kind, name, files: { ...(isBare ? testsOfRight(project) : {}), ...changed }, ...more }
}

/** The test that comes with the right change: with the careless one it is red, unless it cannot be. */
function testsOfRight({ right, runner }: Project): Files {
  // In these it would not compile.
  if (['go', 'cargo', 'maven'].includes(runner)) return {}
  return Object.fromEntries(Object.entries(right).filter(([path]) => /^tests?\//.test(path)))
}

/** The right change, with its test and whatever else is part of it. */
export function honest(project: Project, name: string, files: Files = {}, more: More = {}): Change {
  return { project, kind: 'honest', name, files: { ...project.right, ...files }, ...more }
}

/** The careless source with more in it: `before` its first line, `after` its last. */
export function inSource(
  project: Project,
  { before = '', after = '' }: { before?: string; after?: string },
): Files {
  const [[path, source] = ['', '']] = Object.entries(project.wrong)
  return { [path]: `${before}${source}${after}` }
}

/** package.json with other or further entries. */
export function withManifest(project: Project, over: object, scripts: Record<string, string> = {}): Files {
  const manifest = JSON.parse(project.files['package.json'] ?? '{}')
  const merged = { ...manifest, ...over, scripts: { ...manifest.scripts, ...scripts } }
  return { 'package.json': `${JSON.stringify(merged, null, 2)}\n` }
}

/** The careless Python source with more in it, behind its docstring and at its end. */
export function docstringFirst(project: Project, head: string, tail = ''): Files {
  const [[path, source] = ['', '']] = Object.entries(project.wrong)
  const [docstring = '', ...lines] = source.split('\n')
  return { [path]: `${docstring}\n\n${head}${lines.join('\n')}${tail}` }
}

/** A test file as it is with the right change. */
export const testsOf = (project: Project, path = 'test/cart.test.js') =>
  project.right[path] ?? project.files[path] ?? ''
/** The test file of a project with more in it. */
export const moreTests = (project: Project, text: string, path?: string) => ({
  [path ?? 'test/cart.test.js']: `${testsOf(project, path)}${text}`,
})

import { existsSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

/**
 * Small projects that all do the same, each with a runner of its own: a cart whose `total` is to get a discount. `wrong` is the careless change that
 * the tests of the base notice; a case is a game if it keeps them from noticing.
 */
export interface Project {
  runner: string
  files: Record<string, string>
  /** How a person runs its tests. */
  test: string
  /** What makes ready a fresh tree, for instance what it needs in node_modules. */
  setup?: string
  /** Files that are not there on every machine. */
  needs: string[]
  /** Not even CI has it. */
  isOptional?: boolean
  wrong: Record<string, string>
  /** The same change done rightly, with its test. */
  right: Record<string, string>
  /** A test that must fail, added to the base by hand. */
  red: Record<string, string>
}

/** Where a world finds programs; cargo is often only at home. */
const FOLDERS = ['/usr/local/bin', '/usr/bin', '/bin', join(homedir(), '.cargo/bin')]

export function onPath(program: string): string {
  return FOLDERS.map((folder) => join(folder, program)).find(existsSync) ?? `/usr/bin/${program}`
}

/** What runs share, since a project's home is empty: Go compiles its standard library once, and Cargo's tools lie at home. */
export const TOOLS = {
  PATH: [dirname(process.execPath), ...FOLDERS].join(delimiter),
  GOCACHE: join(tmpdir(), 'wiggum-gaming-go'),
  RUSTUP_HOME: join(homedir(), '.rustup'),
}

/** `null`: this machine has what the project needs. */
export function missing({ needs }: Project): string | null {
  const absent = needs.filter((path) => !existsSync(path))
  return absent.length === 0 ? null : `not installed: ${absent.join(', ')}`
}

export const IGNORE = `node_modules
__pycache__/
.pytest_cache/
.tap/
`

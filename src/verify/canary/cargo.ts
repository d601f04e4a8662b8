import { type Canary, type CanaryKind, markOf, type Seed } from './canary.ts'

/** What Rust's own macros are given, with the message `M` behind it, so that they must panic. */
const MACROS: Record<string, string[]> = {
  assert: ['1 == 2'],
  assert_eq: ['1, 2', '"a", "b"', 'Some(1), None', 'vec![1], vec![2]'],
  assert_ne: ['1, 1', '"a", "a"'],
  debug_assert_eq: ['1, 2'],
}

/** A module behind the file's own code, which sees the macros that the file sees. */
export function cargoKind(next: () => number): CanaryKind {
  return {
    id: 'cargo test',
    plant({ path, text }, seed) {
      return path.endsWith('.rs') && /#\[(?:\w+::)*test\]/.test(text) ? plantRust(text, seed, next) : null
    },
    // A file that nobody declares as a module is not compiled; one in `tests/` is.
    beside: ({ path }, { name }) =>
      /(?:^|\/)tests\/[^/]+\.rs$/.test(path)
        ? { path: path.replace(/[^/]+\.rs$/, `${name}.rs`), head: '' }
        : null,
  }
}

function plantRust(text: string, seed: Seed, next: () => number) {
  const canaries: Canary[] = []
  const tests: string[] = []
  const add = (what: string, write: (message: string) => string) => {
    const n = next()
    canaries.push({ what, mark: markOf(seed, n) })
    const message = `"{}{}", "${seed.halves[0]}", "${seed.halves[1]}${n}x"`
    tests.push(`#[test] fn t${n}() { ${write(message)}; }`)
  }
  for (const [macro, tries] of Object.entries(MACROS))
    if (new RegExp(`\\b${macro}!\\s*\\(`).test(text))
      for (const args of tries) add(`${macro}!(${args})`, (message) => `${macro}!(${args}, ${message})`)
  add('panic!', (message) => `panic!(${message})`)
  const module = `m_${seed.name}_${canaries[0]!.mark.slice(14)}`
  const body = `#[allow(unused_imports)] use super::*; ${tests.join(' ')}`
  return { text: `\n#[cfg(test)]\nmod ${module} { ${body} }\n`, canaries }
}

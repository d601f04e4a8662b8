import { sectionLines, wholeFile } from '../sections.ts'
import type { Ecosystem } from './ecosystem.ts'

const cargoTests = {
  header: /^\[(?:\[test\]|profile\.test\b)/,
  line: /^(?:autotests|harness|doctest|test)\s*=/,
}

export const rust: Ecosystem = {
  id: 'rust',
  detect: async (tree) =>
    tree.has('Cargo.toml')
      ? { setup: [], test: 'cargo test', why: 'cargo test, because of Cargo.toml at the root' }
      : null,
  testFile: (path) =>
    /(?:^|\/)tests\/.*\.rs$/.test(path) || /(?:^|\/)(?:tests?|[^/]*_tests?)\.rs$/.test(path),
  configFiles: [
    {
      files: /(?:^|\/)Cargo\.toml$/,
      what: "Cargo.toml's test settings",
      part: (text) => sectionLines(text, cargoTests),
    },
    {
      files: /(?:^|\/)\.cargo\/config(?:\.toml)?$/,
      what: "cargo's configuration",
      part: (text) => wholeFile(text, 'config.toml'),
    },
  ],
}

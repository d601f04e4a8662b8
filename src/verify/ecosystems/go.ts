import type { Ecosystem } from './ecosystem.ts'

export const go: Ecosystem = {
  id: 'go',
  detect: async (tree) =>
    tree.has('go.mod') || tree.has('go.work')
      ? { setup: [], test: 'go test ./...', why: 'go test ./..., because of go.mod at the root' }
      : null,
  testFile: (path) => path.endsWith('_test.go') || /(?:^|\/)testdata\//.test(path),
  // Go's test command has no configuration file.
  configFiles: [],
}

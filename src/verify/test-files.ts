import { ecosystems } from './ecosystems/index.ts'

const elsewhere = /(?:^|\/)(?:node_modules|vendor|bower_components|\.git)\//
const testFolder = /(?:^|\/)(?:tests?|__tests__|__mocks__|e2e|testdata)\//
const jasmineFolder = /^spec\/.*\.[cm]?[jt]s$/

/** By the conventions of every ecosystem. What lies in a test folder (fixtures, helpers, snapshots) counts too. */
export function isTestFile(path: string): boolean {
  if (elsewhere.test(path)) return false
  return (
    testFolder.test(path) || jasmineFolder.test(path) || ecosystems.some(({ testFile }) => testFile(path))
  )
}

/** What code gave when it was recorded: a test runner writes it, and a change of what the code gives rewrites it. */
export function isSnapshot(path: string): boolean {
  return /(?:^|\/)__snapshots__\/|\.(?:snap|ambr|golden)$|\.snap\.md$|\.approved\.\w+$/.test(path)
}

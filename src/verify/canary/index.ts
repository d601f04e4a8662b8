import { ava } from './ava.ts'
import { type CanaryKind, counter } from './canary.ts'
import { cargoKind } from './cargo.ts'
import { goKind } from './go.ts'
import { javascriptKind } from './javascript-kind.ts'
import { jest } from './jest.ts'
import { junitKind } from './junit.ts'
import { globals, mocha } from './mocha.ts'
import { nodeTest } from './node-test.ts'
import { pythonKind } from './python.ts'
import { tap } from './tap.ts'
import { vitest } from './vitest.ts'

/** Every kind of test file that canaries are known for; the first that takes a file has it. What names no runner comes last. */
export function canaryKinds(): CanaryKind[] {
  const next = counter()
  const javascript = [nodeTest, vitest, jest, mocha, ava, tap, globals]
  const others = [pythonKind(next), goKind(next), cargoKind(next), junitKind(next)]
  return [...javascript.map((runner) => javascriptKind(runner, next)), ...others]
}

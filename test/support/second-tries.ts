import type { Reporter, TestModule } from 'vitest/node'

/** Says at the very end which tests passed only at their second try: in CI one is allowed, but nobody should overlook it. */
export const secondTries: Reporter = {
  onTestRunEnd(modules) {
    const lines = modules.flatMap(flakyIn)
    if (lines.length > 0) console.log(`needed a second try (${lines.length}):\n  ${lines.join('\n  ')}\n`)
  },
}

function flakyIn(module: TestModule): string[] {
  const tests = [...module.children.allTests()].filter((test) => test.diagnostic()?.flaky)
  return tests.map((test) => {
    const [first] = test.result().errors ?? []
    return `${module.relativeModuleId} > ${test.fullName}: ${first?.message.split('\n')[0] ?? ''}`
  })
}

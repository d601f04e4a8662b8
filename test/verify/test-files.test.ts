import { describe, expect, it } from 'vitest'
import { isTestFile } from '../../src/verify/test-files.ts'

const tests = [
  'src/a.test.ts',
  'src/a.spec.jsx',
  'a_test.mjs',
  'test.js',
  'scripts/test.js',
  'src/__tests__/a.js',
  'src/__snapshots__/a.snap',
  'test/helper.js',
  'tests/fixtures/data.json',
  'packages/a/test/x.ts',
  'cypress/login.cy.ts',
  'pkg/a_test.go',
  'pkg/testdata/in.txt',
  'test_a.py',
  'pkg/a_test.py',
  'conftest.py',
  'src/test/java/a/Helper.java',
  'a/FooTest.java',
  'a/FooTests.kt',
  'spec/models/user_spec.rb',
  'spec/spec_helper.rb',
  'spec/fixtures/a.yml',
  'tests/it.rs',
]
const others = [
  'src/a.ts',
  'src/latest.js',
  'src/contest.py',
  'attest.js',
  'src/testing.ts',
  'src/test-utilities/index.ts',
  'spec/openapi.yaml',
  'SPEC.md',
  'docs/testing.md',
  'a/Protest.java.txt',
  'node_modules/x/test/a.test.js',
  'vendor/x/a_test.go',
  'src/lib.rs',
  'testdata',
  'Fastest.java',
]

describe('isTestFile', () => {
  it.each(tests)('counts %s as a test', (path) => {
    expect(isTestFile(path)).toBe(true)
  })

  it.each(others)('does not count %s', (path) => {
    expect(isTestFile(path)).toBe(false)
  })
})

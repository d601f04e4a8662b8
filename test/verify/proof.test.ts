import { describe, expect, it } from 'vitest'
import { planProof } from '../../src/verify/proof.ts'
import { isTestFile } from '../../src/verify/test-files.ts'

describe('planProof', () => {
  it('lays added and modified tests over the base', () => {
    const changes = [
      { path: 'src/a.js', change: 'modified' as const },
      { path: 'test/a.test.js', change: 'modified' as const },
      { path: 'test/b.test.js', change: 'added' as const },
      { path: 'test/c.test.js', change: 'deleted' as const },
    ]
    expect(planProof(changes, isTestFile)).toEqual([{ path: 'test/a.test.js' }, { path: 'test/b.test.js' }])
  })

  it('is null where the change brings no test', () => {
    expect(planProof([], isTestFile)).toBeNull()
    expect(planProof([{ path: 'src/a.js', change: 'added' }], isTestFile)).toBeNull()
    expect(planProof([{ path: 'test/a.test.js', change: 'deleted' }], isTestFile)).toBeNull()
  })
})

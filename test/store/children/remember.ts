import { learn } from '../../../src/core/memory/learn.ts'
import { layoutOf } from '../../../src/store/layout.ts'
import { changeMemory } from '../../../src/store/memory-file.ts'
import { meet } from './meet.ts'

/** Ends so many runs, one after the other, that all met the same finding. */
const [root = '', gate = '', name = '', count = '0'] = process.argv.slice(2)
const finding = {
  id: '1',
  file: 'src/a.ts',
  line: 1,
  severity: 'WARNING' as const,
  category: 'quality',
  description: 'the retry has no limit',
  fix: '',
  evidence: '',
  sources: ['sage'],
}
meet(gate)
for (let at = 0; at < Number(count); at++) {
  const run = `${name}-${at}`
  const facts = {
    run,
    change: null,
    domain: 'code',
    reviewed: true,
    met: [{ finding, fixed: false }],
    shown: [],
    repeated: [],
  }
  await changeMemory(layoutOf(root), (memory) => learn(memory, facts, 10))
}

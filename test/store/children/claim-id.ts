import { layoutOf } from '../../../src/store/layout.ts'
import { claimRunId } from '../../../src/store/run-id.ts'
import { meet } from './meet.ts'

const [root = '', gathering = ''] = process.argv.slice(2)
meet(gathering)
const { runId, journal } = claimRunId(layoutOf(root), { task: 'Fix the parser', day: '2026-01-01' })
journal.append({ type: 'run.interrupted', data: { signal: String(process.pid) } }, '2026-01-01T00:00:00.000Z')
journal.close()
console.log(runId)

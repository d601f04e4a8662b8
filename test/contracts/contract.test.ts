import { describe, expect, it } from 'vitest'
import { readContract } from '../../src/contracts/contract.ts'
import { eventData } from '../../src/core/events.ts'
import { findingId } from '../../src/core/findings.ts'
import { approved, block, maker, review } from './support.ts'

const contractSchema = eventData['agent.complete'].shape.contract

const full = {
  status: 'DONE_WITH_CONCERNS',
  verdict: 'REJECTED',
  findings: [
    {
      file: 'src/auth.ts',
      line: 42,
      severity: 'CRITICAL',
      category: 'security',
      description: 'No check',
      fix: 'Check',
      evidence: '`x`',
      needs: 'code',
    },
  ],
  confidence: { task_understanding: 0.9, solution_completeness: 0.8, risk_coverage: 0.7 },
  files: ['src/auth.ts'],
  test_strategy: ['a case'],
  risks: ['a risk'],
  todos: [{ content: 'do it', status: 'completed' }],
  decisions: ['d'],
  alternatives: ['e', 'f'],
  assumptions: ['g'],
  top_risk: 'h',
  addressed: [{ finding: 'i', how: 'Fixed' }],
  summary: 'j',
  notes: 'k',
}

describe('The block', () => {
  it('gives every key of the contract', () => {
    const contract = review(`Words first.\n\n${block(full)}\n`)
    const id = findingId({ file: 'src/auth.ts', category: 'security', description: 'No check' })
    expect(contract).toEqual({
      ...full,
      form: 'block',
      status_assumed: false,
      verdict_problem: null,
      findings: [{ ...full.findings[0], id, sources: ['guardian'] }],
      addressed: [{ finding: 'i', how: 'fixed' }],
    })
    expect(contractSchema.parse(contract)).toEqual(contract)
  })

  it('may be pretty-printed, and may be followed by a closing sentence', () => {
    const pretty = `\`\`\`wiggum\n${JSON.stringify(full, null, 2)}\n\`\`\``
    expect(review(`${pretty}\n\nThat is all.\n`)).toMatchObject({ form: 'block', verdict: 'REJECTED' })
  })

  it('without a status is DONE, assumed; so is a token we do not know', () => {
    expect(review(block({ verdict: 'APPROVED' }))).toMatchObject({ status: 'DONE', status_assumed: true })
    expect(review(block({ status: 'done' }))).toMatchObject({ status: 'DONE', status_assumed: true })
    expect(review(block({ status: 'BLOCKED' }))).toMatchObject({ status: 'BLOCKED', status_assumed: false })
  })

  it('is alone when it is there: Markdown forms beside it fill no gaps', () => {
    expect(review(`APPROVED\n\n${block({ status: 'DONE' })}\n\nSTATUS: BLOCKED`)).toMatchObject({
      verdict: null,
      verdict_problem: 'no verdict',
      status: 'DONE',
    })
  })

  it('gives no verdict to a role that does not review', () => {
    expect(readContract(approved, maker)).toMatchObject({
      verdict: null,
      verdict_problem: null,
      status: 'DONE',
    })
    expect(readContract('APPROVED', maker)).toMatchObject({ verdict: null, verdict_problem: null })
  })
})

describe('VF3 it is not an approval when', () => {
  const second = (value: unknown) => `${approved}\n\n${block(value)}`
  it.each([
    ['nothing is said', 'All fine.', 'no verdict'],
    ['the message is empty', '', 'no verdict'],
    ['the block has no verdict', block({ status: 'DONE' }), 'no verdict'],
    ['the verdict is null', block({ verdict: null }), 'no verdict'],
    [
      'the verdict is in lower case',
      block({ verdict: 'approved' }),
      'the verdict is neither APPROVED nor REJECTED',
    ],
    [
      'the verdict has a space',
      block({ verdict: 'APPROVED ' }),
      'the verdict is neither APPROVED nor REJECTED',
    ],
    [
      'the verdict is a list',
      block({ verdict: ['APPROVED'] }),
      'the verdict is neither APPROVED nor REJECTED',
    ],
    ['the verdict is true', block({ verdict: true }), 'the verdict is neither APPROVED nor REJECTED'],
    [
      'two blocks differ in the verdict',
      second({ status: 'DONE', verdict: 'REJECTED' }),
      'two different blocks',
    ],
    [
      'two blocks differ in the status',
      second({ status: 'BLOCKED', verdict: 'APPROVED' }),
      'two different blocks',
    ],
    ['one of two blocks is broken', second('{'), 'two different blocks'],
    ['two lines differ', 'APPROVED\n\nREJECTED', 'two different verdicts'],
    ['a line before the block differs', `REJECTED\n\n${approved}`, 'two different verdicts'],
    ['a line after the block differs', `${approved}\n\nVerdict: REJECTED`, 'two different verdicts'],
    [
      'the block says it twice',
      block('{"verdict":"REJECTED","verdict":"APPROVED"}'),
      'the block says verdict twice',
    ],
    [
      'one of the two is spelled with an escape',
      block('{"verdict":"REJECTED","verd\\u0069ct":"APPROVED"}'),
      'the block says verdict twice',
    ],
    ['the JSON is broken', block('{"verdict":"APPROVED",}'), 'the block is not valid JSON'],
    ['the block is empty', block(''), 'the block is not valid JSON'],
    ['the block is a list', block([{ verdict: 'APPROVED' }]), 'the block is not a JSON object'],
    ['the verdict is in an inner object', block({ notes: { verdict: 'APPROVED' } }), 'no verdict'],
  ])('%s', (_, message, problem) => {
    expect(review(message)).toMatchObject({ verdict: null, verdict_problem: problem })
  })

  it.each(['APPROVED 1a2b3c4', 'APPROVED at 1a2b3c4', 'APPROVED (cycle 1)', 'Verdict of cycle 1: APPROVED'])(
    'VF7 the line is about another diff: %j',
    (line) => {
      expect(review(`${line}\n`).verdict).toBeNull()
    },
  )

  it('but two equal blocks, or a line that agrees with the block, are one answer; the last block counts', () => {
    const again = block({ status: 'DONE', verdict: 'APPROVED', summary: 'last' })
    expect(review(`${approved}\n\n${again}`)).toMatchObject({ verdict: 'APPROVED', summary: 'last' })
    expect(review(`APPROVED\n\n${approved}`)).toMatchObject({ verdict: 'APPROVED', verdict_problem: null })
  })

  it('a broken block is still a block, its status assumed, and any role hears of it', () => {
    const problem = 'the block is not valid JSON'
    expect(review(block('{nope'))).toMatchObject({ form: 'block', status: 'DONE', status_assumed: true })
    expect(readContract(block('{nope'), maker)).toMatchObject({ verdict: null, verdict_problem: problem })
  })
})

describe('Key by key', () => {
  const finding = (value: object) => review(block({ findings: [{ description: 'd', ...value }] })).findings[0]

  it.each([
    ['critical', 'CRITICAL'],
    ['Warning', 'WARNING'],
    ['INFO', 'INFO'],
    ['**Critical**', 'CRITICAL'],
    ['high', 'WARNING'],
    ['', 'WARNING'],
  ])('the severity %j is %s', (said, severity) => {
    expect(finding({ severity: said })?.severity).toBe(severity)
  })

  it.each([
    [{ file: 'a.ts', line: 42 }, 'a.ts', 42],
    [{ file: 'a.ts', line: '42' }, 'a.ts', 42],
    [{ file: 'a.ts', line: '42-50' }, 'a.ts', 42],
    [{ file: 'a.ts:42' }, 'a.ts', 42],
    [{ file: './a.ts:42:7' }, 'a.ts', 42],
    [{ file: '`a.ts#L42-L50`' }, 'a.ts', 42],
    [{ file: 'a.ts:1', line: 42 }, 'a.ts', 42],
    [{ file: 'a.ts', line: 0 }, 'a.ts', null],
    [{ file: 'a.ts', line: -1 }, 'a.ts', null],
    [{ file: 'a.ts', line: 1.5 }, 'a.ts', null],
    [{ file: 'a.ts', line: 'first' }, 'a.ts', null],
    [{ file: 'N/A', line: 3 }, null, null],
    [{ file: 7, line: 3 }, null, null],
    [{ file: ':42' }, null, null],
  ])('the place %j is %s, line %s', (said, file, line) => {
    expect(finding(said)).toMatchObject({ file, line })
  })

  it('the category is put in one form, and what is missing is general', () => {
    expect(finding({ category: 'Breaking Change' })?.category).toBe('breaking-change')
    expect(finding({ category: 3 })?.category).toBe('general')
  })

  it('an id the agent made up and an unknown need are ignored', () => {
    expect(finding({ id: 'F1', needs: 'rest' })).not.toHaveProperty('needs')
    expect(finding({ id: 'F1' })?.id).toBe(findingId({ file: null, category: 'general', description: 'd' }))
  })

  it('a finding with no words is left out unless it names a file; the others stand', () => {
    const { findings } = review(
      block({ findings: [{}, 3, null, { file: 'a' }, { fix: 'do' }, { description: 'd' }] }),
    )
    expect(findings.map((f) => f.description)).toEqual(['no description', 'do', 'd'])
  })

  it.each([
    [{ task_understanding: 1.01, solution_completeness: 0.5, risk_coverage: 0.5 }],
    [{ task_understanding: -0.01, solution_completeness: 0.5, risk_coverage: 0.5 }],
    [{ task_understanding: 'high', solution_completeness: 0.5, risk_coverage: 0.5 }],
    [{ task_understanding: '80%', solution_completeness: 0.5, risk_coverage: 0.5 }],
    [{ solution_completeness: 0.5, risk_coverage: 0.5 }],
    [[0.5, 0.5, 0.5]],
    ['0.5'],
  ])('the confidence %j is unreadable', (confidence) => {
    expect(review(block({ confidence })).confidence).toBeNull()
  })

  it('a confidence at its ends, or of decimal strings, is read', () => {
    const confidence = { task_understanding: 0, solution_completeness: 1, risk_coverage: '0.5' }
    expect(review(block({ confidence })).confidence).toEqual({ ...confidence, risk_coverage: 0.5 })
  })

  it('wrong types are dropped key by key; a bare string is a list of one', () => {
    const odd = {
      files: 3,
      risks: 'one',
      test_strategy: ['a', 4, ''],
      todos: [{ content: 'x' }],
      summary: [],
      addressed: [{ finding: 'a', how: 'maybe' }],
      unknown: 1,
    }
    expect(review(block({ ...odd, verdict: 'REJECTED' }))).toMatchObject({
      verdict: 'REJECTED',
      files: [],
      risks: ['one'],
      test_strategy: ['a'],
      todos: [],
      summary: null,
      addressed: [],
    })
  })

  it('lengths and counts are capped, and a flood of notes does not push a CRITICAL out', () => {
    const flood = Array.from({ length: 250 }, (_, n) => ({ description: `note ${n}`, severity: 'INFO' }))
    const long = { description: 'd'.repeat(2_001), evidence: 'e'.repeat(8_001), severity: 'CRITICAL' }
    const { findings, files } = review(block({ findings: [...flood, long], files: Array(300).fill('f') }))
    expect(findings).toHaveLength(200)
    expect(files).toHaveLength(200)
    expect(findings[0]?.severity).toBe('CRITICAL')
    expect(findings[0]?.description).toHaveLength(2_000)
    expect(findings[0]?.evidence).toHaveLength(8_000)
  })

  it('control bytes are taken out of every string', () => {
    const value = {
      findings: [{ file: 'a\u001b.ts', description: 'x\u202ey' }],
      summary: 'a\u0000b',
      risks: ['\u0007r'],
    }
    const contract = review(block(value))
    expect(contract).toMatchObject({ summary: 'ab', risks: ['r'] })
    expect(contract.findings[0]).toMatchObject({ file: 'a.ts', description: 'xy' })
  })
})
